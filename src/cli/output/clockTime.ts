const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The time of day where the human is, `14:05`; with the day where it is not today's. `iso` must be a date. */
export function clockTime(iso: string, now: Date): string {
  const date = new Date(iso);
  const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
  if (date.toDateString() === now.toDateString()) return time;
  const month = twoDigits(date.getMonth() + 1);
  return `${date.getFullYear()}-${month}-${twoDigits(date.getDate())} ${time}`;
}

/** How long it is until then: `in 45 s`, `in 3 min`, `in 1 h 5 min`, begun minutes in full; `now` once it has come. */
export function timeLeft(iso: string, now: Date): string {
  const left = Date.parse(iso) - now.getTime();
  if (!(left > 0)) return 'now';
  if (left < MINUTE) return `in ${Math.ceil(left / 1000)} s`;
  const minutes = Math.ceil(left / MINUTE);
  if (minutes * MINUTE < HOUR) return `in ${minutes} min`;
  const rest = minutes % 60;
  return `in ${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
