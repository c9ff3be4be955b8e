import { createLogUpdate } from 'log-update';
import type { DevsEvent } from '../../model/events/devsEvent';
import type { TurnPhase } from '../../ports/runObserver';
import type { Disposable } from '../../ports/workspaceState';
import { wrapLine } from '../terminal/wrapText';
import { TerminalScreen } from '../terminal/terminalScreen';
import type { CliHost } from '../terminal/cliHost';
import { plainProgress, type PlainProgressOptions } from './plainProgress';
import type { AskingProgress, ProgressStart, RunProgress } from './runProgress';
import { statusLine } from './statusLine';

export interface LiveProgressOptions extends PlainProgressOptions {
  readonly host: Pick<CliHost, 'now' | 'date' | 'everySecond'>;
  readonly start: ProgressStart;
}

/** Running turns that are shown; the rest is only counted. */
const MAX_LINES = 10;

interface ActiveTurn {
  readonly phase: TurnPhase;
  /** When the turn was first heard of, as `CliHost.now`. */
  readonly began: number;
}

/** The permanent lines of `plainProgress`, and below them a line for each running turn, or a question. */
export class LiveProgress implements AskingProgress {
  private readonly permanent: AskingProgress;
  private readonly screen: TerminalScreen;
  private readonly line: ReturnType<typeof createLogUpdate>;
  private readonly ticker: Disposable;
  private readonly entropy: Map<string, number>;
  /** By task that turns count on, of its newest turn. */
  private readonly thresholds = new Map<string, number>();
  /** By task, the one that began first on top. */
  private readonly active = new Map<string, ActiveTurn>();
  private question: string | undefined;
  private closed = false;

  constructor(private readonly options: LiveProgressOptions) {
    this.permanent = plainProgress(options);
    this.screen = new TerminalScreen(options.output);
    // The cursor stays visible: hiding it would leave it hidden when the process is killed.
    this.line = createLogUpdate(this.screen, { showCursor: true });
    this.entropy = new Map(options.start.entropy);
    this.ticker = options.host.everySecond(() => this.draw());
    options.output.onClosed(() => this.ticker.dispose());
  }

  onEvent(event: DevsEvent): void {
    this.count(event);
    this.aside(() => this.permanent.onEvent(event));
  }

  onPhase(phase: TurnPhase): void {
    this.note(phase);
    const stays = phase.phase === 'setup' && phase.setup === 'reused';
    if (stays || phase.phase === 'waiting') this.aside(() => this.permanent.onPhase(phase));
    else this.draw();
  }

  present(...shown: Parameters<RunProgress['present']>): void {
    this.aside(() => this.permanent.present(...shown));
  }

  onWarning(message: string): void {
    this.aside(() => this.permanent.onWarning(message));
  }

  showAsked(lines: readonly string[]): void {
    this.aside(() => this.permanent.showAsked(lines));
  }

  setQuestion(question: string | undefined): void {
    this.question = question;
    if (!this.closed) this.line.clear();
    this.draw();
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.ticker.dispose();
    this.line.clear();
  }

  private count(event: DevsEvent): void {
    if (event.event === 'turn_ended') {
      const { entropyAfter, loopThreshold } = event.data;
      const countsOn = this.options.start.countsOn(event.taskId);
      this.entropy.set(countsOn, entropyAfter);
      this.thresholds.set(countsOn, loopThreshold);
    } else if (event.event === 'pivot_issued') {
      this.entropy.set(event.taskId, 0);
    }
    if (event.taskId !== undefined && endsTurn(event)) this.active.delete(event.taskId);
  }

  private note(phase: TurnPhase): void {
    const known = this.active.get(phase.taskId);
    const began = known?.phase.turn === phase.turn ? known.began : this.options.host.now();
    // Something runs again.
    for (const [taskId, each] of this.active) if (isAsleep(each.phase)) this.active.delete(taskId);
    this.active.set(phase.taskId, { phase, began });
  }

  /** Writes something that stays above the status line. */
  private aside(write: () => void): void {
    if (!this.closed) this.line.clear();
    write();
    this.draw();
  }

  private draw(): void {
    if (this.closed) return;
    const { style } = this.options;
    const width = this.screen.columns - 1;
    if (this.question !== undefined) {
      this.line(style.bold(wrapLine(this.question, width).join('\n')));
      return;
    }
    if (this.active.size === 0) return;
    const shown = [...this.active.values()].slice(0, MAX_LINES);
    const more = this.active.size - shown.length;
    const lines = shown.map((turn) => this.lineOf(turn, width));
    this.line(style.dim([...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n')));
  }

  private lineOf({ phase, began }: ActiveTurn, width: number): string {
    const { host, start } = this.options;
    const countsOn = start.countsOn(phase.taskId);
    return statusLine(
      {
        phase,
        entropy: this.entropy.get(countsOn) ?? 0,
        threshold: this.thresholds.get(countsOn) ?? start.threshold(phase.taskId),
        elapsedMs: host.now() - began,
        now: host.date(),
      },
      width,
    );
  }
}

/** Whether nothing of the task runs any more. */
function endsTurn(event: DevsEvent): boolean {
  if (event.event === 'task_status_changed') return event.data.to !== 'in_progress';
  return ['turn_ended', 'attempt_recorded', 'debugger_asked'].includes(event.event);
}

function isAsleep(phase: TurnPhase): boolean {
  return phase.phase === 'waiting' && phase.asleep !== undefined;
}
