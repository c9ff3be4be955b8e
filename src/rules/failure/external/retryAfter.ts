import { msUntilClockTime } from './msUntilClockTime';

/** Maximum wait, in milliseconds; a longer one is an error of the service. */
const MAX_WAIT = 366 * 24 * 3_600_000;
/** Number of lines before and after the failure that are searched for its wait. */
const NEARBY = 25;

const NUMBER = String.raw`\d{1,12}(?:\.\d{1,12})?`;
const UNIT =
  '(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d)(?![a-z])';
const DURATION = String.raw`${NUMBER}\s?${UNIT}(?:,?\s?(?:and\s)?${NUMBER}\s?${UNIT}){0,4}`;
const QUOTES = String.raw`[\\"']{0,4}`;

const SPOKEN = new RegExp(
  String.raw`\b(?:again|back|retry|wait|resets?|available)(?:\s(?:in|after|for|another)){0,2}(?:\s(?:about|approximately|at least))?\s~?(${DURATION})`,
  'i',
);
const HEADER = new RegExp(
  String.raw`\bretry[-_ ]?(?:after|delay)([-_ ]?ms)?${QUOTES}\s?[:=]\s?${QUOTES}(${NUMBER})(ms|s)?\b`,
  'i',
);
const HTTP_DATE =
  /\bretry-after[\\"']{0,4}\s?[:=]\s?[\\"']{0,4}((?:mon|tue|wed|thu|fri|sat|sun), \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d gmt)/i;
const SECONDS_TO_RESET = new RegExp(
  String.raw`resets?_in_seconds${QUOTES}\s?[:=]\s?(${NUMBER})`,
  'i',
);
const EPOCH =
  /(?:limit reached\||\bresets?_?at[\\"']{0,4}\s?[:=]\s?|\bx-ratelimit-reset[\\"']{0,4}\s?[:=]\s?[\\"']{0,4})(\d{13}|\d{10})(?!\d)/i;
const ISO =
  /\b(?:resets?|again|available|access|until)\b.{0,20}?(\d{4}-\d\d-\d\d)(?:T|\s(?:at\s)?)(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:\s?(?:UTC|GMT)|(Z|[+-]\d\d:?\d\d))/;
/** The time without a zone in notices of Z.AI's plans, in English and Chinese. */
const ISO_IN_BEIJING =
  /(?:\byour limit will reset at|您的限额将在)\s(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?!\s?(?:UTC|GMT|Z|[+-.\d]))/i;

const MS_OF: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/**
 * Parses the wait that the text asks for, in milliseconds from `now`: seconds, "1m12.5s", an HTTP date, an epoch, a
 * time of day. Undefined without a wait, if it has passed, or if it exceeds a year.
 */
export function parseRetryAfter(text: string, now: Date): number | undefined {
  for (const read of READERS) {
    const wait = read(text, now);
    if (wait !== undefined) return wait > 0 && wait <= MAX_WAIT ? Math.round(wait) : undefined;
  }
  return undefined;
}

/** A line that goes on in the next one. */
const GOES_ON = /[\w,-]$/;
/** Number of lines that one sentence may take in a narrow terminal. */
const WRAPPED = 4;

/** Finds the wait in the failing line, else in the nearest line. */
export function findRetryAfter(
  lines: readonly string[],
  at: number,
  now: Date,
): number | undefined {
  for (let distance = 0; distance <= NEARBY; distance += 1) {
    for (const index of distance === 0 ? [at] : [at + distance, at - distance]) {
      const wait = parseRetryAfter(unwrap(lines, index), now);
      if (wait !== undefined) return wait;
    }
  }
  return undefined;
}

/** A line with those in which a narrow terminal continues it. */
function unwrap(lines: readonly string[], at: number): string {
  let text = (lines[at] ?? '').trim();
  for (let next = at + 1; next < at + WRAPPED && GOES_ON.test(text); next += 1)
    text += ` ${(lines[next] ?? '').trim()}`;
  return text.slice(0, 2_000);
}

const READERS: readonly ((text: string, now: Date) => number | undefined)[] = [
  (text) => {
    const found = HEADER.exec(text);
    if (found === null) return undefined;
    return Number(found[2]) * (found[1] !== undefined || found[3] === 'ms' ? 1 : 1_000);
  },
  (text, now) => msFromNow(Date.parse(HTTP_DATE.exec(text)?.[1] ?? ''), now),
  (text) => {
    const seconds = SECONDS_TO_RESET.exec(text)?.[1];
    return seconds === undefined ? undefined : Number(seconds) * 1_000;
  },
  (text, now) => {
    const epoch = EPOCH.exec(text)?.[1];
    return epoch === undefined
      ? undefined
      : msFromNow(epoch.length === 13 ? Number(epoch) : Number(epoch) * 1_000, now);
  },
  (text, now) => {
    const [, date = '', time, zone = 'Z'] = ISO.exec(text) ?? [];
    return msFromNow(Date.parse(`${date}T${time}${zone}`), now);
  },
  (text, now) => {
    const [, date = '', time] = ISO_IN_BEIJING.exec(text) ?? [];
    return msFromNow(Date.parse(`${date}T${time}+08:00`), now);
  },
  (text) => durationMs(SPOKEN.exec(text)?.[1]),
  msUntilClockTime,
];

function msFromNow(at: number, now: Date): number | undefined {
  return Number.isNaN(at) ? undefined : at - now.getTime();
}

function durationMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  let sum = 0;
  for (const [, value, unit = ''] of text.matchAll(/(\d{1,12}(?:\.\d{1,12})?)\s?([a-z]{1,12})/gi)) {
    const name = unit.toLowerCase();
    sum += Number(value) * (/^(?:ms|milli)/.test(name) ? 1 : (MS_OF[name.charAt(0)] ?? 0));
  }
  return sum;
}
