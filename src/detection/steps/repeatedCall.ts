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
      const { call, result } = seen;
      count = result === last ? count + 1 : 1;
      last = result;
      if (count < 2) return undefined;
      const times = count;
      return {
        count: times,
        limit: limitFor(seen, limit),
        evidence: () => result.steps.slice(-times),
        message: () => `the same call gave the same result ${times} times in a row: ${call.quote}`,
      };
    },
  };
}
