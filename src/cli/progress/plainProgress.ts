import { nameCommand } from '../terminal/nameCommand';
import type { ClosableOutput } from '../terminal/closableOutput';
import { printableLine } from '../terminal/printable';
import { columnsOf, type OutputStream, type Style } from '../terminal/style';
import { wrapFor } from '../terminal/wrapText';
import { EntropyPausePresenter } from '../render/EntropyPausePresenter';
import { restLine } from '../render/pauseBrief';
import type { CliHost } from '../terminal/cliHost';
import { createEventLines } from './eventLines';
import type { AskingProgress } from './runProgress';
import { describeHop, DETECTOR_WORDS } from '../../reports/hops/describeHop';
import type { TurnPhase } from '../../ports/runObserver';
import { loopLog } from '../../reports/task/loopLog';
import { SETUP_WORDS } from '../../reports/landing/setupWords';
import { describeLandingPhase } from '../../reports/landing/describeLanding';
import { shortName } from '../../text/truncate';
import type { DevsEvent } from '../../model/events/devsEvent';
import { clockTime, timeLeft } from '../../text/time';

export interface PlainProgressOptions {
  readonly output: ClosableOutput;
  readonly stderr: OutputStream;
  readonly style: Style;
  readonly host: Pick<CliHost, 'date'>;
  /** Also prints the log lines of loops over attempts. */
  readonly verbose?: boolean;
  /** Whether permission requests are asked here now; absent: never. */
  readonly asksHere?: () => boolean;
}

/** Lines that stay, one for each thing that happened: for pipes, files and dumb terminals. */
export function plainProgress(options: PlainProgressOptions): AskingProgress {
  const { output, stderr, style, host, verbose = false } = options;
  const named = { write: (text: string) => output.write(nameCommand(output.stream, text)) };
  const presenter = new EntropyPausePresenter(named, style);
  const write = (line: string): void => output.write(wrapFor(output.stream, `${line}\n`));
  const eventLines = createEventLines(style, options.asksHere);
  const stepLines = createStepLines(style);
  const landingLines = createLandingLines(style);
  const waitLines = createWaitLines(style, () => host.date());
  return {
    onEvent: (event) => {
      waitLines.onEvent(event);
      for (const line of eventLines(event)) write(line);
      if (!verbose) return;
      for (const line of loopLog(event)) write(printableLine(line));
    },
    onPhase: (phase) => {
      const lines = [
        ...[...setupLines(phase, style), ...hopLines(phase, style), ...stepLines(phase)],
        ...[...landingLines(phase), ...waitLines.of(phase)],
      ];
      for (const line of lines) write(line);
    },
    present: (report, issue) => {
      output.write('\n');
      presenter.present(report, issue, columnsOf(output.stream));
      write(`${restLine(report.taskId)}\n`);
    },
    onWarning: (message) => void stderr.write(wrapFor(stderr, `${printableLine(message)}\n`)),
    showAsked: (lines) => lines.forEach(write),
    setQuestion: (question) => {
      if (question !== undefined) write(style.bold(question));
    },
    close: () => undefined,
  };
}

/** "· fix  setup reused", of a new worktree; nothing of other phases. */
function setupLines(phase: TurnPhase, style: Style): readonly string[] {
  if (phase.phase !== 'setup') return [];
  const words = style.dim(SETUP_WORDS[phase.setup]);
  return [`${style.dim('·')} ${style.bold(printableLine(phase.taskId))}  ${words}`];
}

/** "planner → coder 2/5: fix rounding", under the task it belongs to; nothing of other phases. */
function hopLines(phase: TurnPhase, style: Style): readonly string[] {
  if (phase.phase !== 'hop') return [];
  const { hop, taskId, turn } = phase;
  const request = shortName(printableLine(hop.request));
  const what = `${printableLine(describeHop(hop))}${request === '' ? '' : `: ${request}`}`;
  return [
    `${style.dim('·')} ${style.bold(printableLine(taskId))}  turn ${turn}  ${style.dim(what)}`,
  ];
}

/**
 * Lines about the steps of a turn: none for a step, one when something first looks like a loop,
 * "fix-rounding turn 2 maybe a loop: the same call with the same result, 2 of 3 (steps 9, 11)".
 * Each detector is reported once a turn.
 */
function createStepLines(style: Style): (phase: TurnPhase) => readonly string[] {
  /** By task, of its newest turn. */
  const reportedOf = new Map<string, { readonly turn: number; readonly detectors: Set<string> }>();
  return (phase) => {
    if (phase.phase !== 'step' || phase.steps.suspicion === undefined) return [];
    const { taskId, turn } = phase;
    const { detector, count, limit, evidence, level } = phase.steps.suspicion;
    const known = reportedOf.get(taskId);
    const detectors = known?.turn === turn ? known.detectors : new Set<string>();
    if (detectors.has(detector)) return [];
    reportedOf.set(taskId, { turn, detectors: detectors.add(detector) });
    const sure = level === 'stuck' ? 'a loop' : 'maybe a loop';
    const words = `${sure}: ${DETECTOR_WORDS[detector]}, ${count} of ${limit}`;
    const proof = evidence.length === 0 ? '' : style.dim(` (steps ${evidence.join(', ')})`);
    return [
      `${style.yellow('?')} ${style.bold(printableLine(taskId))}  turn ${turn}  ${words}${proof}`,
    ];
  };
}

/** "… fix  waits to land (2nd, after add-users)", once for each turn; none for a turn that lands at once. */
function createLandingLines(style: Style): (phase: TurnPhase) => readonly string[] {
  const reported = new Map<string, number>();
  return (phase) => {
    if (phase.phase !== 'landing' || phase.landing.kind !== 'waits') return [];
    const { taskId, turn, landing } = phase;
    if (reported.get(taskId) === turn) return [];
    reported.set(taskId, turn);
    const words = printableLine(describeLandingPhase(landing));
    return [`${style.yellow('…')} ${style.bold(printableLine(taskId))}  ${words}`];
  };
}

/** Tasks that the line names; the rest is only counted. */
const MAX_NAMED = 5;

/** The lines that say what a run that sleeps waits for. */
interface WaitLines {
  /** Call it for each event, in order: a wait is not repeated after its own line. */
  onEvent(event: DevsEvent): void;
  of(phase: TurnPhase): readonly string[];
}

/** `now`: wall-clock time. */
export function createWaitLines(style: Style, now: () => Date): WaitLines {
  let scheduled = '';
  return {
    onEvent: (event) => {
      if (event.event === 'attempt_recorded') scheduled = '';
      if (event.event !== 'retry_scheduled') return;
      scheduled = `${event.taskId} ${event.data.until}`;
    },
    of: (phase) => {
      if (phase.phase !== 'waiting' || phase.asleep === undefined) return [];
      const { waits, needsHuman } = phase.asleep;
      const isReported = `${phase.taskId} ${phase.until}` === scheduled;
      if (isReported && waits.length === 1 && needsHuman.length === 0) return [];
      const named = waits.slice(0, MAX_NAMED).map(({ taskId, until, reason }, index) => {
        const why = index === 0 && reason !== '' ? `: ${reason}` : '';
        return printableLine(`${taskId} until ${clockTime(until, now())}${why}`);
      });
      const more = waits.length > MAX_NAMED ? [`${waits.length - MAX_NAMED} more`] : [];
      const needing = needsHuman.map(printableLine).join(', ');
      const verb = needsHuman.length === 1 ? 'needs' : 'need';
      const left = timeLeft(phase.until, now());
      return [
        `${style.yellow('…')} nothing else can run: the next retry is ${left}`,
        `  waiting: ${[...named, ...more].join('; ')}`,
        ...(needing === '' ? [] : [`  ${needing} ${verb} you`]),
      ];
    },
  };
}
