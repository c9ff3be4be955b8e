import { DAY, startOfDay } from './zoneClock';

/**
 * Computes the start of the day that a notice names, on the same clock as `shown`; undefined if there is none, or
 * several. `time`: milliseconds from there to the time in question.
 */
export type NamedDate = (shown: number, time: number) => number | undefined;

export interface FoundDate {
  readonly date: NamedDate;
  /** What follows it: its time of day, if any. */
  readonly rest: string;
  /** Whether it is clear without a time of day. */
  readonly alone: boolean;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
/** Between a date and its time of day. */
const THEN = String.raw`(?:,?\s(?:at\s)?|$|(?=[.:;)]))`;

interface Form {
  readonly pattern: RegExp;
  readonly alone: boolean;
  readonly read: (found: readonly (string | undefined)[]) => NamedDate;
}

const FORMS: readonly Form[] = [
  {
    pattern: new RegExp(`^(${WEEKDAYS.join('|')})[a-z]{0,6}${THEN}`, 'i'),
    alone: false,
    read: ([, name = '']) => {
      const weekday = WEEKDAYS.indexOf(name.toLowerCase());
      return (shown, time) => {
        const today = startOfDay(shown);
        const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
        return today + (ahead === 0 && today + time < shown ? 7 : ahead) * DAY;
      };
    },
  },
  {
    pattern: new RegExp(
      String.raw`^(${MONTHS.join('|')})[a-z]{0,6}\.?\s(\d{1,2})(?!:)(?:st|nd|rd|th)?(?:,?\s(\d{4})\b(?!:))?${THEN}`,
      'i',
    ),
    alone: true,
    read: ([, name = '', day, year]) => {
      const month = 1 + MONTHS.indexOf(name.toLowerCase());
      return (shown) =>
        year === undefined
          ? nearest(month, Number(day), shown)
          : startOf(Number(year), month, Number(day));
    },
  },
  {
    pattern: new RegExp(String.raw`^(\d{1,2})\/(\d{1,2})\/(\d{4})\b${THEN}`, 'i'),
    alone: true,
    read: ([, first, second, year]) => {
      const [a, b, named] = [Number(first), Number(second), Number(year)];
      return (shown, time) => {
        // Some write the month first, others the day.
        const days = new Set([startOf(named, a, b), startOf(named, b, a)]);
        const ahead = [...days].filter((day) => day !== undefined && day + time > shown);
        return ahead.length === 1 ? ahead[0] : undefined;
      };
    },
  },
  {
    pattern: new RegExp(`^tomorrow${THEN}`, 'i'),
    alone: false,
    read: () => (shown) => startOfDay(shown) + DAY,
  },
];

/** Finds a date at the beginning of the text. */
export function findNamedDate(text: string): FoundDate | undefined {
  for (const { pattern, alone, read } of FORMS) {
    const found = pattern.exec(text);
    if (found !== null) return { date: read(found), rest: text.slice(found[0].length), alone };
  }
  return undefined;
}

/** The start of a day, months from 1; undefined if the calendar has no such day. */
function startOf(year: number, month: number, day: number): number | undefined {
  const start = new Date(Date.UTC(year, month - 1, day));
  return start.getUTCMonth() === month - 1 && start.getUTCDate() === day
    ? start.getTime()
    : undefined;
}

/** A date without a year is the one nearest to now. */
function nearest(month: number, day: number, shown: number): number | undefined {
  const year = new Date(shown).getUTCFullYear();
  const days = [year - 1, year, year + 1].flatMap((each) => startOf(each, month, day) ?? []);
  return days.sort((a, b) => Math.abs(a - shown) - Math.abs(b - shown))[0];
}
