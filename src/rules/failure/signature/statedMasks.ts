import { LEADING_TIME } from '../../output/leadingTime';
import { DURATION } from './durations';
import type { Mask } from './mask';
import { VOLATILE_ANYWHERE } from './volatileMasks';

/** Port numbers that systems draw for whoever asks for any (Linux from 32768, the others from 49152). */
const FIRST_DRAWN_PORT = 32_768;

/** Distinct digits of a uuid that was drawn: fewer come once in a million; people write 1111-… */
const DRAWN_DIGITS = 8;

const uuid = (text: string): string =>
  new Set(text.toLowerCase().replaceAll('-', '')).size < DRAWN_DIGITS ? text : '<uuid>';

const drawnPort = (all: string, before: string, port: string): string =>
  Number(port) < FIRST_DRAWN_PORT ? all : `${before}<port>`;

/** A fraction of a second that is not nought: clocks show one, people do not write one. */
const FRACTION = String.raw`(?!0{1,9}(?!\d))\d{3,9}`;

/**
 * What is masked where a test states the values that it compared: only what nobody writes into a
 * test. A time with a fraction of a second, a duration with four places or one behind "after" and
 * "took", a port that the system draws, a well-formed uuid, the address of an object. A time to the
 * second, a short duration, a seed, a hash, a small port are values, and another value is another
 * failure. The limit: a test that compares a clock to the second never fails twice alike.
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
  // How long the test took, behind its name.
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
  // Pointers have 9 digits and more; `at` comes before them where objects are printed.
  {
    pattern: /\b0x[\da-f]{9,12}\b|(?<=\bat )0x[\da-f]{4,16}\b/gi,
    by: '<address>',
    needs: '0x####',
  },
  ...VOLATILE_ANYWHERE,
];
