import type { EventOf } from '../../model/events/devsEvent';
import { toInterventionRecord, type InterventionRecord } from '../../model/run/intervention';
import { toPivotIntervention } from '../rewind/describePivotFiles';

/** Reads the entry of a task's history from an event; undefined for a pivot at which no file changed. */
export function toHistoryRecord(
  event: EventOf<'intervention'> | EventOf<'pivot_files'>,
): InterventionRecord | undefined {
  return event.event === 'intervention'
    ? toInterventionRecord(event.at, event.data)
    : toPivotIntervention(event);
}
