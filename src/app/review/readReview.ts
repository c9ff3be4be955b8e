import { findReview } from '../../engine/review/findReview';
import { unknownTask } from '../../engine/interventions/interventions';
import { countingTask, isWithin } from '../../engine/scheduling/taskTree';
import type { ReviewAnswer } from '../api/answers';
import type { DevsAppParts } from '../lease/devsAppParts';
import { readKnownConfig, refuseOnStateError, toRefusal } from '../lease/refusals';
import { sidesOf } from './reviewSides';

/** Reads the review of a task, or of the subtask for whose change it is paused. Needs no lease. */
export async function readReview(
  { state, configSource, configFile, adapters }: DevsAppParts,
  taskId: string,
): Promise<ReviewAnswer> {
  return await refuseOnStateError(async () => {
    const read = await readKnownConfig(configSource, configFile);
    if (!read.ok) return read;
    const { config } = read;
    const store = await state.read();
    if (store.getTask(taskId) === undefined) return toRefusal(unknownTask(config, taskId));
    const found = findReview(config, store, countingTask(config, taskId));
    if (!found.ok) return toRefusal(`${taskId} has no change to review: ${found.reason}.`);
    const { pausedTask, taskId: reviewed, turn, at, change, pass } = found.review;
    if (taskId !== pausedTask && !isWithin(config, reviewed, taskId))
      return toRefusal(`${taskId} has no change to review: that of ${reviewed} waits for it.`);
    const { files, added, deleted } = change;
    return {
      ok: true,
      review: {
        ...{ taskId: reviewed, pausedTask, turn, at, size: { files, added, deleted } },
        ...sidesOf(change),
        files: await adapters.worktrees.listChange(change),
        ...(pass.doubts.length > 0 && { doubtfulPass: pass }),
        comments: store.listReviewComments(reviewed),
      },
    };
  });
}
