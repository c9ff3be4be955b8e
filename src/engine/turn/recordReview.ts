import { hasEnded, type TurnEnd, type TurnExit } from '../../model/turn/turn';
import type { Store } from '../../ports/store';
import { learnLesson } from '../lessons/learnLesson';
import { carryOut } from '../state/applyTransition';
import { requireTask } from '../state/requireTask';
import type { CommitTools } from './commitTools';
import { resetEntropy } from './resetEntropy';
import { leaveBy } from './turnExits';
import { endTurn, type UnrecordedTurn } from './turnRecord';

/** Records a success that waits for a human before it lands; all but the end of the task is as of any success. */
export function recordReview(
  tools: CommitTools,
  turn: UnrecordedTurn,
  { exit, reason }: { readonly exit: TurnExit; readonly reason: string },
): TurnEnd['consequence'] {
  const { plan } = turn;
  endTurn(tools, turn, {
    ...{ outcome: 'success', entropyAfter: 0, consequence: 'pause', exit },
    reason: `${reason}; it ${exit.stopReason}`,
  });
  learnFrom(tools, turn);
  resetEntropy(tools, requireTask(tools.store, plan.countsOn), 'Task waits for review');
  if (plan.task.id === plan.countsOn) carryOut(tools, plan.countsOn, { type: 'forgetStrategies' });
  leaveBy(tools, plan, exit);
  return 'pause';
}

/** Learns the lesson of a success, unless it only lands work that waited for a review: what it taught was learned then. */
export function learnFrom(tools: CommitTools, turn: UnrecordedTurn): void {
  if (turn.landsOnly !== true || !wasReviewed(tools.store, turn)) learnLesson(tools, turn.plan);
}

function wasReviewed(store: Store, { plan, turnId }: UnrecordedTurn): boolean {
  return store
    .listTurns(plan.countsOn)
    .filter(hasEnded)
    .some(
      ({ id, taskId, exit, outcome }) =>
        // A doubtful pass has taught nothing.
        id !== turnId && taskId === plan.task.id && exit?.by === 'review' && outcome === 'success',
    );
}
