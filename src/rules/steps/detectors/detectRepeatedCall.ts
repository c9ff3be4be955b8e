import {
  isTextOrPlan,
  mayHaveChangedState,
  batchOf,
  type KnownResult,
  type ObservedStep,
} from '../calls/observedStep';
import { toCallPlace } from '../findings/toPlace';
import { MAX_QUOTE } from '../../../model/steps/step';
import { describeSame, sayOutcome } from './sayOutcome';
import { quoteLine } from '../shown/quoteWords';
import { copyStart } from '../text/copyStart';
import { toQuote } from '../text/toQuote';
import type { Growth, StepDetector } from './stepDetector';
import { adjustLimit } from './adjustLimit';

/**
 * Detects the same call with the same result, in a row; for failing calls also with only reading in
 * between. A batch of calls counts as one.
 */
export function detectRepeatedCall(limit: number): StepDetector {
  let last: KnownResult | undefined;
  let count = 0;
  let notes:
    | { readonly result: KnownResult; readonly count: number; readonly batch: number }
    | undefined;
  let lastBatch: number | undefined;
  /** Number of the newest step that may have changed something. */
  let changed = -1;

  function countInRow(observed: ObservedStep): void {
    const { result } = observed;
    const batch = batchOf(observed);
    if (result !== last) [count, lastBatch] = [0, undefined];
    if (batch !== lastBatch) count += 1;
    [last, lastBatch] = [result, batch];
  }

  /**
   * Counts the same recorded plan or thought, with nothing else in between; plain text belongs to
   * another detector.
   */
  function countNotes(observed: ObservedStep): Growth | undefined {
    if (observed.step.tool === '') return undefined;
    const batch = batchOf(observed);
    if (notes?.result !== observed.result) notes = { result: observed.result, count: 1, batch };
    else if (notes.batch !== batch) notes = { ...notes, count: notes.count + 1, batch };
    const { count } = notes;
    return count < 2
      ? undefined
      : { ...toRowGrowth(observed, count, limit), message: toNoteMessage(observed, count) };
  }

  return {
    name: 'repeated call',
    observe(observed) {
      if (isTextOrPlan(observed)) return countNotes(observed);
      notes = undefined;
      if (mayHaveChangedState(observed)) changed = observed.step.number;
      countInRow(observed);
      if (count >= 2) return toRowGrowth(observed, count, limit);
      const since = listFailures(observed, changed);
      return since.length < limit ? undefined : toFailureGrowth(observed, since, limit);
    },
  };
}

function toNoteMessage({ call, step }: ObservedStep, count: number): Growth['message'] {
  const thought = copyStart(step.thought, MAX_QUOTE);
  return () => {
    const said = toQuote(thought);
    return `${quoteLine(call.tool)} recorded the same ${count} times in a row${said === '' ? '' : `: ${said}`}`;
  };
}

const NONE: readonly number[] = [];

/** Lists steps since `changed` in which the same call failed in the same way. */
function listFailures({ result }: ObservedStep, changed: number): readonly number[] {
  if (result.countSinceChange < 2 || result.kind !== 'failure') return NONE;
  return result.stepsSinceChange.filter((step) => step > changed);
}

function toFailureGrowth(observed: ObservedStep, since: readonly number[], limit: number): Growth {
  const { call, result } = observed;
  return {
    ...{ count: since.length, limit: adjustLimit(observed, limit) },
    evidence: () => since,
    places: () => [toCallPlace(call, result)],
    message: () =>
      `${call.name} failed in the same way ${since.length} times while nothing changed${sayOutcome(call, result)}`,
  };
}

function toRowGrowth(observed: ObservedStep, count: number, limit: number): Growth {
  const { call, result } = observed;
  return {
    ...{ count, limit: adjustLimit(observed, limit) },
    evidence: () => result.steps.slice(-count),
    places: () => [toCallPlace(call, result)],
    message: () =>
      `${call.name} ${describeSame(result)} ${count} times in a row${sayOutcome(call, result)}`,
  };
}
