import { clockTime } from '../../text/time';
import type { TaskWait } from '../../model/task/taskWait';

/** Waits that an end names; the rest is only counted. */
const MAX_NAMED_WAITS = 5;

/** Which tasks wait for a clock, and until when; '' for none, else it begins with a space. */
export function describeWaits(waits: readonly TaskWait[] = []): string {
  const named = waits.slice(0, MAX_NAMED_WAITS).map(({ taskId, until, reason }) => {
    const why = reason === '' ? '' : ` (${reason})`;
    return ` ${taskId} waits until ${clockTime(until)}${why}.`;
  });
  const more = waits.length - named.length;
  return `${named.join('')}${more > 0 ? ` ${more} more wait as well.` : ''}`;
}
