import type { TurnPhase } from '../../ports/runObserver';
import { formatElapsed } from '../output/duration';
import { fitLine } from '../output/fitLine';
import { printableLine } from '../output/printable';

/** What the line at the bottom of a terminal shows while a turn goes on. */
export interface StatusLineState {
  readonly phase: TurnPhase;
  readonly entropy: number;
  readonly threshold: number;
  /** Milliseconds since the turn began. */
  readonly elapsedMs: number;
}

const PHASES = { agent: 'agent at work', verify: 'verifying', waiting: 'waiting' } as const;

/**
 * The line, at most `width` characters, without colours. What does not fit goes in this order:
 * entropy, phase, turn; the task's name is cut last.
 */
export function statusLine(state: StatusLineState, width: number): string {
  const { phase } = state;
  const elapsed = formatElapsed(state.elapsedMs);
  const task = `▸ ${printableLine(phase.taskId)}`;
  const turn = `turn ${phase.turn}`;
  const doing = PHASES[phase.phase];
  const entropy = `entropy ${state.entropy}/${state.threshold}`;
  const forms = [
    [task, turn, doing, entropy, elapsed],
    [task, turn, doing, elapsed],
    [task, turn, elapsed],
    [task, elapsed],
  ].map((parts) => parts.join('  '));
  return forms.find((form) => form.length <= width) ?? fitLine(task, width);
}
