import { DETECTOR_WORDS } from '../../reports/hops/describeHop';
import type { TurnPhase } from '../../ports/runObserver';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';

/**
 * Lines about the steps of a turn: none for a step, one when something first looks like a loop,
 * "fix-rounding turn 2 maybe a loop: the same call with the same result, 2 of 3 (steps 9, 11)".
 * Each detector is reported once a turn.
 */
export function createStepLines(style: Style): (phase: TurnPhase) => readonly string[] {
  const reported = new Set<string>();
  let reportedTurn = '';
  return (phase) => {
    if (phase.phase !== 'step' || phase.steps.suspicion === undefined) return [];
    const { taskId, turn } = phase;
    const { detector, count, limit, evidence, level } = phase.steps.suspicion;
    const thisTurn = `${turn} ${taskId}`;
    if (thisTurn !== reportedTurn) reported.clear();
    reportedTurn = thisTurn;
    if (reported.has(detector)) return [];
    reported.add(detector);
    const sure = level === 'stuck' ? 'a loop' : 'maybe a loop';
    const words = `${sure}: ${DETECTOR_WORDS[detector]}, ${count} of ${limit}`;
    const proof = evidence.length === 0 ? '' : style.dim(` (steps ${evidence.join(', ')})`);
    return [
      `${style.yellow('?')} ${style.bold(printableLine(taskId))}  turn ${turn}  ${words}${proof}`,
    ];
  };
}
