import type { DevsConfig } from '../../model/config/config';
import { isOpen } from '../../model/review/reviewComment';
import type { WaitingChange } from '../../model/review/taskReview';
import type { StoreReader } from '../../ports/store';
import { findReview } from './findReview';

/** The change for whose review a task is paused, for an overview; undefined for none. */
export function findWaitingChange(
  config: DevsConfig,
  store: StoreReader,
  taskId: string,
): WaitingChange | undefined {
  const found = findReview(config, store, taskId);
  if (!found.ok) return undefined;
  const { taskId: reviewed, turn, change } = found.review;
  const { files, added, deleted } = change;
  const comments = store.listReviewComments(reviewed).filter(isOpen).length;
  return { taskId: reviewed, turn, files, added, deleted, comments };
}
