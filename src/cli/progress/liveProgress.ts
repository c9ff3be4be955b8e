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

/** The permanent lines of `plainProgress`, and below them one line that shows the running turn, or a question. */
export class LiveProgress implements AskingProgress {
  private readonly permanent: AskingProgress;
  private readonly screen: TerminalScreen;
  private readonly line: ReturnType<typeof createLogUpdate>;
  private readonly ticker: Disposable;
  private readonly entropy: Map<string, number>;
  /** By task that turns count on, of its newest turn. */
  private readonly thresholds = new Map<string, number>();
  private phase: TurnPhase | undefined;
  private turnBegan = 0;
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
    const sameTurn = this.phase?.taskId === phase.taskId && this.phase.turn === phase.turn;
    if (!sameTurn) this.turnBegan = this.options.host.now();
    this.phase = phase;
    if (phase.phase === 'waiting') this.aside(() => this.permanent.onPhase(phase));
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
      this.phase = undefined;
    } else if (event.event === 'pivot_issued') {
      this.entropy.set(event.taskId, 0);
    }
  }

  /** Writes something that stays above the status line. */
  private aside(write: () => void): void {
    if (!this.closed) this.line.clear();
    write();
    this.draw();
  }

  private draw(): void {
    if (this.closed) return;
    const { style, host, start } = this.options;
    const width = this.screen.columns - 1;
    if (this.question !== undefined) {
      this.line(style.bold(wrapLine(this.question, width).join('\n')));
      return;
    }
    if (this.phase === undefined) return;
    const { taskId } = this.phase;
    const countsOn = start.countsOn(taskId);
    const text = statusLine(
      {
        phase: this.phase,
        entropy: this.entropy.get(countsOn) ?? 0,
        threshold: this.thresholds.get(countsOn) ?? start.threshold(taskId),
        elapsedMs: host.now() - this.turnBegan,
        now: host.date(),
      },
      width,
    );
    this.line(style.dim(text));
  }
}
