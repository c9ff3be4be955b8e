import { describeElapsed } from './describeDuration';

const MINUTE = 60_000;

/**
 * A local time, the same in every language: `14:05`, with the day where it is not that of
 * `now`: `2026-11-21 14:05`. Other text is returned unchanged.
 */
export function clockTime(iso: string, now?: Date): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
  if (date.toDateString() === now?.toDateString()) return time;
  const month = twoDigits(date.getMonth() + 1);
  return `${date.getFullYear()}-${month}-${twoDigits(date.getDate())} ${time}`;
}

/** A day (YYYY-MM-DD, UTC) in the user's locale: "21 Nov". Other text is returned unchanged. */
export function localDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return date.toLocaleDateString(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** Formats an ISO 8601 time in UTC: "2026-11-21 21:30:00 UTC". Other text is returned unchanged. */
export function utcTime(iso: string): string {
  return iso.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
}

/** Time until then: `in 45 s`, `in 3 min`, `in 1 h 5 min`, `in 3 days 4 h`, begun minutes in full; `now` once it has come. */
export function timeLeft(iso: string, now: Date): string {
  const left = Date.parse(iso) - now.getTime();
  if (!(left > 0)) return 'now';
  if (left < MINUTE) return `in ${Math.ceil(left / 1_000)} s`;
  return `in ${describeElapsed(Math.ceil(left / MINUTE) * MINUTE)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
