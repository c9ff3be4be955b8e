import { describeMeasurement } from '../../model/report/describeFailure';
import type { EventData } from '../../model/events/devsEvent';

/** "failed before any change: 3 passed, 2 failed". */
export function describeBaseline({
  passed,
  measurement,
}: Pick<EventData<'baseline_measured'>, 'passed' | 'measurement'>): string {
  const counts = measurement === null ? '' : `: ${describeMeasurement(measurement)}`;
  return `${passed ? 'passed' : 'failed'} before any change${counts}`;
}
