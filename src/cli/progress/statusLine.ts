import type { TurnPhase } from '../../ports/runObserver';
import { formatElapsed } from '../output/duration';
import { fitLine } from '../output/fitLine';
import { printableLine } from '../output/printable';
import { waitingWords } from '../output/waitingWords';

/** What the line at the bottom of a terminal shows while a turn goes on. */
export interface StatusLineState {
  readonly phase: TurnPhase;
  readonly entropy: number;
  readonly threshold: number;
  /** Milliseconds since the turn began. */
  readonly elapsedMs: number;
  readonly now: Date;
}

const PHASES = { agent: 'agent at work', verify: 'verifying' } as const;

/**
 * The line, at most `width` characters, without colours. What does not fit goes in this order:
 * entropy, phase, turn; the task's name is cut last. Where a task waits, the reason is cut first.
 */
export function statusLine(state: StatusLineState, width: number): string {
  const { phase } = state;
  if (phase.phase === 'waiting') {
    const words = waitingWords(phase.until, phase.reason, state.now);
    return fitLine(`▸ ${printableLine(phase.taskId)}  ${words}`, width);
  }
  const elapsed = formatElapsed(state.elapsedMs);
  const task = `▸ ${printableLine(phase.taskId)}`;
  const turn = `turn ${phase.turn}`;
  const doing =
    phase.phase === 'hop'
      ? `${printableLine(phase.hop.from)} → ${printableLine(phase.hop.to)}`
      : PHASES[phase.phase];
  const entropy = `entropy ${state.entropy}/${state.threshold}`;
  const forms = [
    [task, turn, doing, entropy, elapsed],
    [task, turn, doing, elapsed],
    [task, turn, elapsed],
    [task, elapsed],
  ].map((parts) => parts.join('  '));
  return forms.find((form) => form.length <= width) ?? fitLine(task, width);
}
