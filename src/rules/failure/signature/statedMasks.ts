import { LEADING_TIME } from '../../output/leadingTime';
import { DURATION } from './durations';
import type { Mask } from './mask';
import { VOLATILE_ANYWHERE } from './volatileMasks';

/** First ephemeral port of Linux; other systems start at 49152. */
const FIRST_DRAWN_PORT = 32_768;

/** Minimum number of distinct digits of a random uuid: one in a million has fewer; people write 1111-… */
const DRAWN_DIGITS = 8;

const uuid = (text: string): string =>
  new Set(text.toLowerCase().replaceAll('-', '')).size < DRAWN_DIGITS ? text : '<uuid>';

const drawnPort = (all: string, before: string, port: string): string =>
  Number(port) < FIRST_DRAWN_PORT ? all : `${before}<port>`;

/** A nonzero fraction of a second: clocks print one, people do not write one. */
const FRACTION = String.raw`(?!0{1,9}(?!\d))\d{3,9}`;

/**
 * Masks for lines in which a test states the values that it compared: only text that people do not write into tests.
 * Masked are a time with a fraction of a second, a duration with four decimals or one after "after" and "took", an
 * ephemeral port, a well-formed uuid, the address of an object. A time to the second, a short duration, a seed, a hash
 * and a small port are values: another value is another failure. Limit: failures of a test that compares a clock to the
 * second never match.
 */
export const STATED: readonly Mask[] = [
  { pattern: new RegExp(LEADING_TIME.source), by: '<time> ', needs: '0000-' },
  {
    pattern: new RegExp(
      String.raw`(?<!\d)\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,]${FRACTION}(?:Z|[+-]\d\d:?\d\d)?(?!\d)`,
      'g',
    ),
    by: '<time>',
    needs: '0000-:',
  },
  // Milliseconds, microseconds and nanoseconds since 1970, and seconds with a fraction.
  {
    pattern: /(?<![\w.-])1[4-9]\d{8}(?!0{3})(?:\d{3}|\d{6}|\d{9}|\.\d{3,9})(?![\w.-])/g,
    by: '<time>',
    needs: '0000000000',
  },
  {
    pattern:
      /(?<![\w.-])\d{1,12}\.\d{4,12} ?(?:ms|msecs?|milliseconds?|[µμu]s|ns|s|secs?|seconds?|m|minutes?|h)(?!\w)/g,
    by: '<duration>',
    needs: '0000.Q',
  },
  {
    pattern:
      /(\b(?:after|took|elapsed:?)[ \t]{1,8})\d{1,12}(?:\.\d{1,12})? ?(?:ms|milliseconds?|[µμu]s|ns|s|secs?|seconds?|m|mins?|minutes?|h)(?!\w)/gi,
    by: '$1<duration>',
    needs: 'Q',
  },
  // Duration of the test, after its name.
  { pattern: new RegExp(String.raw`\s?[([]${DURATION}[)\]]$`), by: '', needs: 'Q' },
  { pattern: new RegExp(String.raw`( # time=)${DURATION}`), by: '$1<duration>', needs: 'Q=' },
  {
    pattern: /(<test.{1,400} time=")\d[\d.e+-]{0,20}(?=")/,
    by: '$1<duration>',
    needs: '0<="',
  },
  {
    pattern: /((?:\blocalhost|\b127(?:\.\d{1,3}){3}|\b0\.0\.0\.0|\[?::1?\]?):)(\d{5})(?!\d)/g,
    by: drawnPort,
    needs: '00000:',
  },
  {
    pattern:
      /(?<![\da-f])[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?![\da-f])/gi,
    by: uuid,
    needs: '############-',
  },
  // Pointers have at least 9 digits; `at` precedes them in printed objects.
  {
    pattern: /\b0x[\da-f]{9,12}\b|(?<=\bat )0x[\da-f]{4,16}\b/gi,
    by: '<address>',
    needs: '0x####',
  },
  ...VOLATILE_ANYWHERE,
];
