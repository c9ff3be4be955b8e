import { isAside, roundOf, type KnownResult } from './seenStep';
import type { StepDetector } from './stepDetector';
import { limitFor } from './waiting';

/**
 * The same call with the same result, again and again with nothing else in between. Of calls that were made at once
 * one is counted: none was made in spite of the others.
 */
export function repeatedCall(limit: number): StepDetector {
  let last: KnownResult | undefined;
  let count = 0;
  let steps = 0;
  let lastRound: number | undefined;
  return {
    name: 'repeated call',
    observe(seen) {
      if (isAside(seen)) return undefined;
      const { call, result } = seen;
      const round = roundOf(seen);
      if (result !== last) [count, steps, lastRound] = [0, 0, undefined];
      if (round !== lastRound) count += 1;
      steps += 1;
      [last, lastRound] = [result, round];
      if (count < 2) return undefined;
      const [times, proving] = [count, steps];
      return {
        count: times,
        limit: limitFor(seen, limit),
        evidence: () => result.steps.slice(-proving),
        message: () => `the same call gave the same result ${times} times in a row: ${call.quote}`,
      };
    },
  };
}
