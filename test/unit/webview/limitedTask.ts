import type { TaskView } from '../../../src/protocol/dashboardView';
import { at, task, turn } from './samples';

/** A task whose agent has used up the limit of its plan for more than three days from the page's time on, minute 63. */
export function limitedTask(): TaskView {
  return task('fix-rounding', {
    statusReason:
      "claude has reached a limit: You've hit your weekly limit · resets Jul 31, 2am (UTC) (retry 1 of 6)",
    waitingUntil: at(63 + (3 * 24 + 4) * 60),
    turns: [turn(1)],
  });
}
