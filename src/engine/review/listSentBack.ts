import type { ReviewComment } from '../../model/review/reviewComment';
import { hasEnded, type Turn } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';

/** What a human said about the task's newest change that waited for a review, if that was sent back. */
export function listSentBack(
  store: Pick<StoreReader, 'listReviewComments'>,
  turns: readonly Turn[],
  taskId: string,
): readonly ReviewComment[] {
  const reviewed = turns
    .filter(hasEnded)
    .findLast((turn) => turn.taskId === taskId && turn.exit?.by === 'review');
  return reviewed === undefined
    ? []
    : store.listReviewComments(taskId).filter(({ sentBack }) => sentBack === reviewed.number);
}
