/** A time in a notice: a time of day, with or without date and zone. */
const NOTICE =
  /\b(?:resets?(?: at| on)?|again at|available at|until)\s{1,3}(?:(?<weekday>mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}(?:,| at)?\s|(?<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\s(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,?\s(?<year>\d{4}))?(?:,| at)?\s)?(?<hour>\d{1,2})(?::(?<minute>\d\d))?(?::\d\d)?(?:\s?(?<half>am|pm))?\b(?<tomorrow>\stomorrow)?(?:\s?\((?<zone>[A-Za-z][\w+/-]{1,40})\)|\s(?<utc>utc|gmt))?/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const DAY = 24 * 3_600_000;
/** A time of day that passed less than this long ago is today's: the notice is older than it looks. */
const JUST_PASSED = 10 * 60_000;

/**
 * Computes the milliseconds from `now` to the time in a notice ("resets 3pm (Asia/Tokyo)", "try again at Nov 23rd, 2026
 * 3:45 PM"), in the local zone if it names none; undefined if the text contains no such time or it has passed.
 */
export function msUntilClockTime(text: string, now: Date): number | undefined {
  const named = NOTICE.exec(text)?.groups;
  if (named === undefined) return undefined;
  const hour = toHour(named['hour'], named['half'], named['minute']);
  const zone = named['utc'] === undefined ? named['zone'] : 'UTC';
  const today = toWallClock(now, zone);
  if (hour === undefined || today === undefined) return undefined;
  const wall = new Date(Math.floor(today / DAY) * DAY);
  wall.setUTCHours(hour, Number(named['minute'] ?? 0));
  const dated = setDate(wall, today, named);
  let until = toInstant(wall.getTime(), zone, now) - now.getTime();
  if (!dated && until < -JUST_PASSED)
    until = toInstant(wall.getTime() + DAY, zone, now) - now.getTime();
  return until > 0 ? until : undefined;
}

/** Sets the named day on the wall clock; returns whether the notice names one. */
function setDate(wall: Date, today: number, named: Readonly<Record<string, string>>): boolean {
  const { weekday, month, day, year, tomorrow } = named;
  if (tomorrow !== undefined) wall.setUTCDate(wall.getUTCDate() + 1);
  if (weekday !== undefined) {
    const ahead = (WEEKDAYS.indexOf(weekday.toLowerCase()) - wall.getUTCDay() + 7) % 7;
    wall.setUTCDate(wall.getUTCDate() + (ahead === 0 && wall.getTime() < today ? 7 : ahead));
  }
  if (month !== undefined) {
    const at = year === undefined ? wall.getUTCFullYear() : Number(year);
    wall.setUTCFullYear(at, MONTHS.indexOf(month.toLowerCase()), Number(day));
    if (year === undefined && wall.getTime() < today - 180 * DAY) wall.setUTCFullYear(at + 1);
  }
  return tomorrow !== undefined || weekday !== undefined || month !== undefined;
}

function toHour(
  hour: string | undefined,
  half: string | undefined,
  minute: string | undefined,
): number | undefined {
  const named = Number(hour);
  if (half === undefined) return minute !== undefined && named < 24 ? named : undefined;
  if (named < 1 || named > 12) return undefined;
  return (named % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

/** Wall clock time of the zone, as milliseconds of the same time in UTC; undefined for an unknown zone. */
function toWallClock(at: Date, zone: string | undefined): number | undefined {
  if (zone === undefined) return at.getTime() - at.getTimezoneOffset() * 60_000;
  try {
    const shown = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }).formatToParts(at);
    const part = (type: string): number => Number(shown.find((one) => one.type === type)?.value);
    return Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Converts wall clock time in the zone to an instant; iterates twice for changes of daylight saving time. */
function toInstant(wall: number, zone: string | undefined, now: Date): number {
  let at = wall - ((toWallClock(now, zone) ?? 0) - now.getTime());
  for (let times = 0; times < 2; times += 1) {
    const shown = toWallClock(new Date(at), zone);
    if (shown !== undefined) at += wall - shown;
  }
  return at;
}
