import { countOf } from '../../text/count';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Describes the time between two ISO 8601 times: "less than a minute", "7 minutes", "3 hours", "2
 * days"; undefined if one is missing or invalid. A negative time gives the shortest text.
 */
export function describeGap(
  before: string | undefined,
  after: string | undefined,
): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  const ms = Date.parse(after) - Date.parse(before);
  if (Number.isNaN(ms)) return undefined;
  if (ms < MINUTE) return 'less than a minute';
  if (ms < HOUR) return countOf(Math.floor(ms / MINUTE), 'minute');
  if (ms < DAY) return countOf(Math.floor(ms / HOUR), 'hour');
  return countOf(Math.floor(ms / DAY), 'day');
}
