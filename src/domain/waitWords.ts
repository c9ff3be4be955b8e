import type { TaskWait } from './taskWait';

/** Waits that an end names; the rest is only counted. */
const MAX_NAMED_WAITS = 5;

/** Which tasks wait for a clock, and until when; '' for none, else it begins with a space. */
export function waitWords(waits: readonly TaskWait[] = []): string {
  const named = waits.slice(0, MAX_NAMED_WAITS).map(({ taskId, until, reason }) => {
    const why = reason === '' ? '' : ` (${reason})`;
    return ` ${taskId} waits until ${localTime(until)}${why}.`;
  });
  const more = waits.length - named.length;
  return `${named.join('')}${more > 0 ? ` ${more} more wait as well.` : ''}`;
}

/** Day and time where this runs, `2026-11-23 14:05`; what is no time is told as it is. */
function localTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
