import { findNamedDate, type NamedDate } from './namedDate';
import {
  DAY,
  findZoneClock,
  HOUR,
  localClock,
  startOfDay,
  toInstant,
  type ZoneClock,
} from './zoneClock';

/** Words before a time in a notice. */
const LEAD =
  /\b(resets?|again|available|access|until|cycle ends|automatically|return|back)(?:\s(?:at|on))?\s{1,3}/gi;
const CLOCK = /^(\d{1,2})(?::(\d\d))?(?::\d\d)?(?:\s?([ap])\.?m\b\.?)?(?![\d:/])(\stomorrow\b)?/i;
const ZONE = /^\s?\(([A-Za-z][\w+/:-]{1,40})\)|^\s((?:UTC|GMT)[+-]\d{1,2}(?::?\d\d)?|[A-Z]{2,5})\b/;
const TOMORROW = /\b(?:return|again|back|resets?)\stomorrow\b(?!,?\s(?:at\s)?\d)/i;
const NEXT_HOUR = /\buntil the next hour\b/i;
/** A time of day that passed less than this long ago is today's: the notice is older than it looks. */
const JUST_PASSED = 10 * 60_000;

/**
 * Computes the milliseconds from `now` to the time in a notice ("resets 3pm (Asia/Tokyo)", "try again at Nov 23rd, 2026
 * 3:45 PM", "resets Oct 24"), in the local zone if it names none. A date without a time is waited for to its end.
 * Undefined if the text contains no such time, or if it has passed or may mean several.
 */
export function msUntilClockTime(text: string, now: Date): number | undefined {
  const at = now.getTime();
  if (NEXT_HOUR.test(text)) return HOUR - (at % HOUR);
  if (TOMORROW.test(text)) return startOfTomorrow(at) - at;
  for (const lead of text.matchAll(LEAD)) {
    const named = parseTime(text.slice(lead.index + lead[0].length, lead.index + 120));
    if (named === undefined) continue;
    const saysAgain = lead[1]?.toLowerCase() === 'again';
    const until = findInstant(named, { at, saysAgain });
    if (until !== undefined && until > at) return until - at;
  }
  return undefined;
}

/** Wherever the service is, at least here and in UTC the day has ended. */
function startOfTomorrow(at: number): number {
  const here = toInstant(startOfDay(localClock(at)) + DAY, localClock);
  return Math.max(here, startOfDay(at) + DAY);
}

/** A time as the notice words it; at least one of date and time of day. */
interface NamedTime {
  readonly clock: ZoneClock;
  readonly date: NamedDate | undefined;
  /** Milliseconds since the start of the day. */
  readonly time: number | undefined;
}

/** Parses a time at the beginning of the text. */
function parseTime(text: string): NamedTime | undefined {
  const found = findNamedDate(text);
  const rest = found?.rest ?? text;
  const shown = CLOCK.exec(rest);
  const time = shown === null ? undefined : toTimeOfDay(shown);
  if (shown === null || time === undefined)
    return found?.alone === true
      ? { clock: localClock, date: found.date, time: undefined }
      : undefined;
  const [, inBrackets, bare] = ZONE.exec(rest.slice(shown[0].length)) ?? [];
  const zone = inBrackets ?? bare;
  const clock = zone === undefined ? localClock : findZoneClock(zone);
  if (clock === undefined) return undefined;
  const tomorrow: NamedDate | undefined =
    shown[4] === undefined ? undefined : (today) => startOfDay(today) + DAY;
  return { clock, date: found?.date ?? tomorrow, time };
}

function toTimeOfDay([, hour, minute, half]: RegExpExecArray): number | undefined {
  const named = Number(hour);
  if (half === undefined && (minute === undefined || named > 23)) return undefined;
  if (half !== undefined && (named < 1 || named > 12)) return undefined;
  const hours = half === undefined ? named : (named % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return hours * HOUR + Number(minute ?? 0) * 60_000;
}

function findInstant(
  { clock, date, time }: NamedTime,
  { at, saysAgain }: { readonly at: number; readonly saysAgain: boolean },
): number | undefined {
  const shown = clock(at);
  if (date !== undefined) {
    const day = date(shown, time ?? DAY);
    return day === undefined ? undefined : toInstant(day + (time ?? DAY), clock);
  }
  const today = startOfDay(shown) + (time ?? 0);
  const until = toInstant(today, clock);
  // Who says "again at" names the date of another day.
  return saysAgain || until >= at - JUST_PASSED ? until : toInstant(today + DAY, clock);
}
