import { describeLandingPhase } from '../../reports/landing/describeLanding';
import { SETUP_WORDS } from '../../reports/landing/setupWords';
import { describeEntropy } from '../../reports/task/counterWords';
import { describeHop } from '../../reports/hops/describeHop';
import type { RunningSteps } from '../../model/steps/step';
import { describeAgentWait, describeSteps } from '../../reports/task/describeSteps';
import type { TurnPhase } from '../../ports/runObserver';
import { printableLine } from '../terminal/printable';
import { describeWait } from '../terminal/describeWait';
import { compactElapsed } from '../../text/describeDuration';
import { displayWidth, fitLine } from '../terminal/terminalText';

/** Content of the status line at the bottom of a terminal during a turn. */
export interface StatusLineState {
  readonly phase: TurnPhase;
  readonly entropy: number;
  readonly threshold: number;
  /** Milliseconds since the turn began. */
  readonly elapsedMs: number;
  readonly now: Date;
}

const PHASES = {
  agent: 'agent at work',
  verify: 'verifying',
  judge: 'asking the judge',
} as const;

/** Columns of a request, or of a step's call, that say enough to be worth a place in the line. */
const LEAST_REQUEST = 12;

/**
 * The line, at most `width` columns, without colours. What does not fit goes in this order: what
 * a hop is asked, all but the beginning of a step's call, entropy, phase, turn; the task's name is cut last. Where a task waits, the reason is cut first.
 */
export function statusLine(state: StatusLineState, width: number): string {
  const { phase } = state;
  if (phase.phase === 'waiting') {
    const words = describeWait(phase.until, phase.reason, state.now);
    return fitLine(`▸ ${printableLine(phase.taskId)}  ${words}`, width);
  }
  const elapsed = compactElapsed(state.elapsedMs);
  const task = `▸ ${printableLine(phase.taskId)}`;
  const turn = `turn ${phase.turn}`;
  let doing = doingNow(phase);
  const entropy = describeEntropy({ entropy: state.entropy, loopThreshold: state.threshold });
  if (phase.phase === 'step') {
    const around = displayWidth([task, turn, '', entropy, elapsed].join('  '));
    doing = fittedStep(phase.steps, width - around);
  }
  const forms = [
    [task, turn, doing, entropy, elapsed],
    [task, turn, doing, elapsed],
    [task, turn, elapsed],
    [task, elapsed],
  ].map((parts) => parts.join('  '));
  const shown = forms.find((form) => displayWidth(form) <= width);
  if (shown === undefined) return fitLine(task, width);
  return shown === forms[0] ? withRequest(shown, doing, { phase, width }) : shown;
}

function doingNow(phase: Exclude<TurnPhase, { readonly phase: 'waiting' }>): string {
  switch (phase.phase) {
    case 'hop':
      return printableLine(describeHop(phase.hop));
    case 'step':
      return printableLine(describeSteps(phase.steps));
    case 'landing':
      return printableLine(describeLandingPhase(phase.landing));
    case 'debugger':
      return printableLine(`asking ${phase.agent} for a diagnosis`);
    case 'agent':
    case 'verify':
    case 'judge':
      return PHASES[phase.phase];
    case 'setup':
      return SETUP_WORDS[phase.setup];
    default:
      return phase satisfies never;
  }
}

/** A step in so much room: its call is cut as long as enough of it is left, what looks like a loop is not. */
function fittedStep(steps: RunningSteps, room: number): string {
  const { current } = steps;
  const whole = printableLine(describeSteps(steps));
  const isShown = current !== undefined && describeAgentWait(steps) === undefined;
  if (!isShown || displayWidth(whole) <= room) return whole;
  const call = printableLine(current.call);
  const columns = displayWidth(call);
  const left = Math.max(Math.min(LEAST_REQUEST, columns), columns - (displayWidth(whole) - room));
  return printableLine(
    describeSteps({ ...steps, current: { ...current, call: fitLine(call, left) } }),
  );
}

/** Adds the request of the hop, shortened to the remaining width. */
function withRequest(
  line: string,
  doing: string,
  { phase, width }: { readonly phase: TurnPhase; readonly width: number },
): string {
  const request = phase.phase === 'hop' ? printableLine(phase.hop.request) : '';
  const room = width - displayWidth(line) - 2;
  if (request === '' || room < Math.min(displayWidth(request), LEAST_REQUEST)) return line;
  const at = line.indexOf(doing) + doing.length;
  return `${line.slice(0, at)}: ${fitLine(request, room)}${line.slice(at)}`;
}
