import type { SeenChange } from '../review/seenChange';
import type { TaskOverview } from './overview';

/** The work of a task that whoever looks at it decides about: its change that waits for a review, or its doubtful pass. */
export function seenChange({
  review,
  report,
}: Pick<TaskOverview, 'review' | 'report'>): SeenChange {
  const passed = report?.reason === 'DOUBTFUL_PASS' ? report.turns.at(-1)?.number : undefined;
  const turn = review?.turn ?? passed;
  return turn === undefined ? {} : { turn };
}
