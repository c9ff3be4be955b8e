import { countOf } from '../../text/count';
import { clockTime } from '../../text/time';
import type { TaskWait } from '../../model/task/taskWait';

/** Maximum number of named waits; the rest is counted. */
const MAX_NAMED_WAITS = 5;

/** Describes the tasks that wait for a time; '' for none, otherwise it begins with a space. */
export function describeWaits(waits: readonly TaskWait[] = []): string {
  const named = waits.slice(0, MAX_NAMED_WAITS).map(({ taskId, until, reason }) => {
    const why = reason === '' ? '' : ` (${reason})`;
    return ` ${taskId} waits until ${clockTime(until)}${why}.`;
  });
  const more = waits.length - named.length;
  return `${named.join('')}${more > 0 ? ` ${countOf(more, 'more task')} ${more === 1 ? 'waits' : 'wait'} as well.` : ''}`;
}
