/**
 * How much the tests do: `npm test` plays a small part of what is random, long or slow to install; `npm run test:long`
 * sets DEVS_TEST_SCALE=full and plays all of it.
 */
export const isFullScale = process.env['DEVS_TEST_SCALE'] === 'full';

/** The first in `npm test`, the second in `npm run test:long`. */
export function scaled<T>(small: T, full: T): T {
  return isFullScale ? full : small;
}

/** A suite that only `npm run test:long` has. */
export function describeAtFullScale(title: string, define: (this: Mocha.Suite) => void): void {
  if (isFullScale) describe(title, define);
}

/** A test that only `npm run test:long` has. */
export function itAtFullScale(title: string, test: Mocha.AsyncFunc | Mocha.Func): void {
  if (isFullScale) it(title, test);
}
