import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  findRetryAfter,
  parseRetryAfter,
} from '../../../../../src/rules/failure/external/retryAfter';
import { anyCodePoint } from '../../../../support/anyCodePoint';

const NOW = new Date('2026-11-22T12:00:00Z');
const minutes = 60;
const hours = 3_600;

describe('retryAfterMs', () => {
  const table: readonly (readonly [text: string, seconds: number | undefined])[] = [
    ['Please try again in 20s.', 20],
    ['Please try again in 6ms.', 0.006],
    ['Please try again in 1m12.5s. Visit the site', 72.5],
    ['Please try again in 2 minutes.', 2 * minutes],
    ['try again in about 3 hours and 20 minutes', 3 * hours + 20 * minutes],
    ['Your quota will reset after 2h13m5s.', 2 * hours + 13 * minutes + 5],
    ['Please retry in 34.074824224s.', 34.075],
    ['resets in 3h 20m', 3 * hours + 20 * minutes],
    ['Please wait for 30 seconds', 30],
    ['retry after 45 seconds', 45],
    ['try again in 5 days 3 hours', 123 * hours],
    ['retry-after: 30', 30],
    ['Retry-After: 0', undefined],
    ['Retry-After: -5', undefined],
    ['Retry-After: NaN', undefined],
    ['"retry_after": 1.5,', 1.5],
    ['retry-after-ms: 1500', 1.5],
    ['Retry-After: Sun, 22 Nov 2026 12:05:00 GMT', 5 * minutes],
    ['Retry-After: Sun, 22 Nov 2026 11:05:00 GMT', undefined],
    ['"retryDelay": "34s"', 34],
    ['"retryDelay": "51820.638305887s"', 51_820.638],
    ['\\"retryDelay\\": \\"34s\\"', 34],
    ['"resets_in_seconds":13872', 13_872],
    ['"resets_at":1795352400,', hours],
    ['"resetsAt":1795352400', hours],
    ['"X-RateLimit-Reset":"1795352400000"', hours],
    ['Claude AI usage limit reached|1795352400', hours],
    ['Claude AI usage limit reached|1712345678', undefined],
    ['Claude AI usage limit reached|9999999999', undefined],
    ['Your limit resets at 2026-11-22T15:00:00Z', 3 * hours],
    ['resets 3pm (UTC)', 3 * hours],
    ['resets at 3pm (UTC)', 3 * hours],
    ['resets 11am (UTC)', 23 * hours],
    ['resets 11:55am (UTC)', undefined],
    ['resets 12am (UTC)', 12 * hours],
    ['resets 12pm (UTC)', undefined],
    ['resets 9:30pm (America/New_York)', 14.5 * hours],
    ['resets 8:30pm (Asia/Tokyo)', 23.5 * hours],
    ['resets 15:30 UTC', 3.5 * hours],
    ['resets 3pm (Mars/Olympus)', undefined],
    ['resets 13pm (UTC)', undefined],
    ['resets 25:00 UTC', undefined],
    ['resets at 6am tomorrow (UTC)', 18 * hours],
    ['resets Mon 12:00am (UTC)', 12 * hours],
    ['resets Sun 9am (UTC)', 165 * hours],
    ['resets Nov 25 at 9pm (America/New_York)', 86 * hours],
    ['resets Jan 2, 3pm (UTC)', (41 * 24 + 3) * hours],
    ['try again at Nov 22nd, 2026 3:45 PM (UTC)', 3.75 * hours],
    ['try again at Nov 21st, 2026 3:45 PM (UTC)', undefined],
    ['Access resets at 10:57 PM GMT-3.', 13 * hours + 57 * minutes],
    ['resets 9pm GMT+5:30', 3.5 * hours],
    ['resets 9am (UTC-3)', undefined],
    ['resets 9am UTC-5', 2 * hours],
    ['resets 1pm (Etc/GMT+5)', 6 * hours],
    ['resets 1pm PST', 9 * hours],
    ['resets 1pm CST', undefined],
    ['resets 3 p.m. (UTC)', 3 * hours],
    ['resets 3:30\u202fPM (UTC)', 3.5 * hours],
    ['continuing automatically at 3:45pm (UTC) · esc to cancel', 3.75 * hours],
    ['Your limit reset at 2026-11-22T15:00:00', undefined],
    ['(daily; resets 2026-11-23 00:00 UTC)', 12 * hours],
    ['You will regain access on 2026-12-01 at 00:00 UTC.', 8.5 * 24 * hours],
    ['Your limit will reset at 2026-11-22 23:30:28', 3.5 * hours + 28],
    ['您的限额将在 2026-11-22 23:30:28 重置。', 3.5 * hours + 28],
    ['resets at 2026-11-22 23:30:28', undefined],
    ['Try again in ~45 min.', 45 * minutes],
    ['Come back in 3h 47m', 3 * hours + 47 * minutes],
    ['wait until the next hour starts for more free usage', hours],
    ['resets tomorrow at 9am (UTC)', 21 * hours],
    ['resets Dec 31, 9am (UTC)', (38 * 24 + 21) * hours],
    ['resets Nov 31, 9am (UTC)', undefined],
    ['try again at 11am (UTC)', undefined],
    ['try again at 10 de jul. de 2026, 11:52', undefined],
    ['resets at 2056', undefined],
    ['resets (2056)', undefined],
    ['try again later', undefined],
    ['the test resets 3 counters', undefined],
    ['retried in 20s', undefined],
    ['', undefined],
  ];
  for (const [text, seconds] of table) {
    it(`${JSON.stringify(text)}: ${seconds === undefined ? 'nothing' : `${seconds} s`}`, () => {
      const wait = parseRetryAfter(text, NOW);
      assert.equal(wait, seconds === undefined ? undefined : Math.round(seconds * 1_000));
    });
  }

  it('reads a time of day without a zone as local time', () => {
    const local = new Date(2026, 10, 22, 12, 0, 0);
    assert.equal(parseRetryAfter('5-hour limit reached ∙ resets 3pm', local), 3 * hours * 1_000);
    assert.equal(parseRetryAfter('or try again at 12:20 PM.', local), 20 * minutes * 1_000);
    assert.equal(parseRetryAfter('resets at 6am tomorrow', local), 18 * hours * 1_000);
  });

  it('waits to the end of a day that is named without a time', () => {
    const local = new Date(2026, 9, 20, 12, 0, 0);
    const until = (text: string, now = local): Date | undefined => {
      const wait = parseRetryAfter(text, now);
      return wait === undefined ? undefined : new Date(now.getTime() + wait);
    };
    assert.deepEqual(until('Opus weekly limit reached ∙ resets Oct 24'), new Date(2026, 9, 25));
    assert.deepEqual(until('resets Oct 20 · /upgrade'), new Date(2026, 9, 21));
    assert.equal(until('resets Oct 19'), undefined);
    assert.deepEqual(until('your monthly cycle ends on 11/17/2026.'), new Date(2026, 10, 18));
    assert.deepEqual(until('your monthly cycle ends on 11/1/2026.'), new Date(2026, 10, 2));
    assert.equal(until('your monthly cycle ends on 11/12/2026.'), undefined);
  });

  it('takes tomorrow to begin when today has ended both here and in UTC', () => {
    const noon = new Date(2026, 9, 20, 12, 0, 0);
    const wait = parseRetryAfter('Please return tomorrow to continue building.', noon) ?? 0;
    const day = 24 * hours * 1_000;
    const inUtc = Math.ceil(noon.getTime() / day) * day;
    const here = new Date(2026, 9, 21).getTime();
    assert.equal(noon.getTime() + wait, Math.max(here, inUtc));
  });

  it('takes a date without a year as the nearest one', () => {
    const newYear = new Date('2027-01-01T12:00:00Z');
    assert.equal(parseRetryAfter('resets Dec 31, 9am (UTC)', newYear), undefined);
    assert.equal(parseRetryAfter('resets Jan 1, 1pm (UTC)', newYear), hours * 1_000);
  });

  it('takes the later of two readings where summer time ends, and the time after the gap where it begins', () => {
    const wait = (text: string, now: string): number =>
      (parseRetryAfter(text, new Date(now)) ?? 0) / (minutes * 1_000);
    const twice = 'resets 1:30am (America/New_York)';
    assert.equal(wait(twice, '2026-11-01T04:45:00Z'), 105);
    assert.equal(wait(twice, '2026-11-01T05:45:00Z'), 45);
    assert.equal(wait('resets 2:30am (America/New_York)', '2026-03-08T06:30:00Z'), 60);
  });

  for (const [lines, seconds] of [
    [['Your limit will reset', '      at 3pm (UTC).'], 3 * hours],
    [
      ['■ Upgrade or try again in 5 days 22 hours 11', 'minutes.'],
      5 * 24 * hours + 22 * hours + 11 * minutes,
    ],
    [['Limit 250000, Requested', '143071. Please try again in 34s. Visit us.'], 34],
    [['rate limit reached.', 'Retry in 5s'], 5],
  ] as const) {
    it(`reads on where a narrow terminal breaks the line: ${lines.join(' ⏎ ')}`, () => {
      assert.equal(findRetryAfter(lines, 0, NOW), seconds * 1_000);
    });
  }

  it('keeps the hour where summer time ends in between', () => {
    const before = new Date('2026-10-24T20:00:00Z');
    assert.equal(parseRetryAfter('resets 10am (Europe/Berlin)', before), 13 * hours * 1_000);
  });

  it('is undefined or a positive whole number up to a year, whatever the text and the moment', () => {
    const words = fc.constantFrom(
      'resets ',
      'in ',
      'at ',
      '3',
      'pm',
      '1e9',
      's',
      'm',
      '|',
      ':',
      ' (',
      'UTC)',
      'retry-after: ',
      'limit reached|',
      '99999999999',
      'Feb 31',
      'Nov ',
      '-',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyCodePoint }),
          fc.array(words).map((parts) => parts.join('')),
        ),
        fc.date(),
        (text, now) => {
          const wait = parseRetryAfter(text, now);
          assert.ok(
            wait === undefined ||
              (Number.isInteger(wait) && wait >= 0 && wait <= 366 * 24 * hours * 1_000),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
