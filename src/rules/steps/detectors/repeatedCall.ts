import {
  isAside,
  mayHaveChanged,
  roundOf,
  type KnownResult,
  type SeenStep,
} from '../calls/seenStep';
import type { Growth, StepDetector } from './stepDetector';
import { limitFor } from './waiting';

/**
 * The same call with the same result, again and again with nothing else in between; one that fails, also when the
 * agent only looked around in between. Of calls that were made at once one is counted: none was made in spite of the
 * others.
 */
export function repeatedCall(limit: number): StepDetector {
  let last: KnownResult | undefined;
  let count = 0;
  let notes:
    { readonly result: KnownResult; readonly count: number; readonly round: number } | undefined;
  let lastRound: number | undefined;
  /** Number of the newest step that may have changed something, whether it is known to or not. */
  let changed = -1;

  function countInRow(seen: SeenStep): void {
    const { result } = seen;
    const round = roundOf(seen);
    if (result !== last) [count, lastRound] = [0, undefined];
    if (round !== lastRound) count += 1;
    [last, lastRound] = [result, round];
  }

  /** The same plan or thought is noted again and again, and nothing else happens; words alone are for others. */
  function noted(seen: SeenStep): Growth | undefined {
    if (seen.step.tool === '') return undefined;
    const round = roundOf(seen);
    if (notes?.result !== seen.result) notes = { result: seen.result, count: 1, round };
    else if (notes.round !== round) notes = { ...notes, count: notes.count + 1, round };
    const { count } = notes;
    return count < 2 ? undefined : inRow(seen, count, limit);
  }

  return {
    name: 'repeated call',
    observe(seen) {
      if (isAside(seen)) return noted(seen);
      notes = undefined;
      if (mayHaveChanged(seen)) changed = seen.step.number;
      countInRow(seen);
      if (count >= 2) return inRow(seen, count, limit);
      const since = failuresSince(seen, changed);
      return since.length < limit ? undefined : failing(seen, since, limit);
    },
  };
}

const NONE: readonly number[] = [];

/** Steps in which the same call failed in the same way since then. */
function failuresSince({ result }: SeenStep, changed: number): readonly number[] {
  if (result.timesSinceChange < 2 || result.kind !== 'failure') return NONE;
  return result.sinceChange.filter((step) => step > changed);
}

function failing(seen: SeenStep, since: readonly number[], limit: number): Growth {
  return {
    ...{ count: since.length, limit: limitFor(seen, limit) },
    evidence: () => since,
    message: () =>
      `the same call failed in the same way ${since.length} times while nothing changed: ${seen.call.quote}`,
  };
}

function inRow(seen: SeenStep, count: number, limit: number): Growth {
  const { call, result } = seen;
  return {
    ...{ count, limit: limitFor(seen, limit) },
    evidence: () => result.steps.slice(-count),
    message: () => `the same call gave the same result ${count} times in a row: ${call.quote}`,
  };
}
