import { printableLine } from './printable';
import { clockTime, timeLeft } from '../../text/time';

/** The wait of a task on one printable line: `waiting until 14:05 (in 3 min): rate limited`. */
export function describeWait(until: string, reason: string, now: Date): string {
  const why = printableLine(reason);
  const known = !Number.isNaN(Date.parse(until));
  const when = known ? ` until ${clockTime(until, now)} (${timeLeft(until, now)})` : '';
  return `waiting${when}${why === '' ? '' : `: ${why}`}`;
}
