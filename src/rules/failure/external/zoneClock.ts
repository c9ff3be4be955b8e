/** The wall clock of a zone: what it shows at an instant, both in milliseconds, the first as if it were UTC; NaN beyond all dates. */
export type ZoneClock = (at: number) => number;

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Hours ahead of UTC of abbreviations that name one zone only; `CST`, `IST` and `BST` name several. */
const ABBREVIATIONS: ReadonlyMap<string, number> = new Map([
  ['UTC', 0],
  ['GMT', 0],
  ['Z', 0],
  ['EST', -5],
  ['EDT', -4],
  ['CDT', -5],
  ['MST', -7],
  ['MDT', -6],
  ['PST', -8],
  ['PDT', -7],
  ['CET', 1],
  ['CEST', 2],
  ['JST', 9],
]);
/** `UTC-3`, `GMT+5:30`, `+02:00`: ahead of UTC, unlike `Etc/GMT+5`, which is behind. */
const OFFSET = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d\d))?$/i;

/** Computes the start of the day that a clock shows. */
export function startOfDay(shown: number): number {
  return Math.floor(shown / DAY) * DAY;
}

/** The local clock. */
export const localClock: ZoneClock = (at) => at - new Date(at).getTimezoneOffset() * 60_000;

/** Returns the clock of a zone by its IANA name, offset or abbreviation; undefined if that names none, or several. */
export function findZoneClock(zone: string): ZoneClock | undefined {
  const hours = ABBREVIATIONS.get(zone.toUpperCase());
  if (hours !== undefined) return (at) => at + hours * HOUR;
  const [, sign, hour, minute = '0'] = OFFSET.exec(zone) ?? [];
  if (hour !== undefined) {
    const ahead = (Number(hour) * 60 + Number(minute)) * 60_000;
    return (at) => (sign === '-' ? at - ahead : at + ahead);
  }
  return /^[a-z]{1,5}$/i.test(zone) ? undefined : ianaClock(zone);
}

function ianaClock(timeZone: string): ZoneClock | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    return (at) => {
      if (Number.isNaN(new Date(at).getTime())) return Number.NaN;
      const shown = format.formatToParts(at);
      const part = (type: string): number => Number(shown.find((one) => one.type === type)?.value);
      const day = Date.UTC(part('year'), part('month') - 1, part('day'));
      return day + part('hour') * HOUR + part('minute') * 60_000 + part('second') * 1_000;
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Computes the instant at which the clock shows `wall`. Where summer time ends it shows an hour twice: the later one
 * counts. Where it begins it leaves an hour out: the same time after the change counts.
 */
export function toInstant(wall: number, clock: ZoneClock): number {
  // Whatever the zone, these instants lie before and after a change on that day.
  const readings = [wall - DAY, wall + DAY].map((at) => wall - (clock(at) - at));
  const shown = readings.filter((at) => clock(at) === wall);
  return Math.max(...(shown.length === 0 ? readings : shown));
}
