import { isAside, type KnownResult } from './seenStep';
import type { StepDetector } from './stepDetector';
import { limitFor } from './waiting';

/** The same call with the same result, again and again with nothing else in between. */
export function repeatedCall(limit: number): StepDetector {
  let last: KnownResult | undefined;
  let count = 0;
  return {
    name: 'repeated call',
    observe(seen) {
      if (isAside(seen)) return undefined;
      count = seen.result === last ? count + 1 : 1;
      last = seen.result;
      if (count < 2) return undefined;
      return {
        count,
        limit: limitFor(seen, limit),
        evidence: () => seen.result.steps.slice(-count),
        message: () =>
          `the same call gave the same result ${count} times in a row: ${seen.call.quote}`,
      };
    },
  };
}
