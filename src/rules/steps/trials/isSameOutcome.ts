import { isConnectionFailure } from '../results/findExternalCause';
import { shareOfWords } from '../text/areSimilarCalls';
import { areAtPlace, type Attempt } from './attempt';
import { isSameApartFromEchoes } from './echoes';
import { extentOf, isFurtherDown } from './reportedPlace';
import type { Shown } from './shownOutcome';

/** Minimum length of an output that two different checks do not give by chance. */
const MIN_OUTPUT = 8;
/** Minimum share of common words of two checks with the same output. */
const MIN_SHARE = 0.5;

/** An outcome that was shown before. */
interface KnownOutcome {
  readonly shown: Shown;
  readonly shownAfter: Attempt | undefined;
  /** The attempts before it was shown the last time, and those since. */
  readonly attempts: readonly Attempt[];
  readonly pending: readonly Attempt[];
}

/**
 * Whether a step shows an outcome that was shown before: the same view, the same output of a check,
 * or the same failure, also of another check or but for what it echoes of the edits.
 */
export function isSameOutcome(
  { shown: before, shownAfter, attempts, pending }: KnownOutcome,
  now: Shown,
): boolean {
  if (before.kind !== now.kind) return false;
  // Equivalent results of one call are one object.
  if (before.result === now.result && now.kind === 'view') return true;
  if (now.kind === 'view')
    return (
      before.shownBy === now.shownBy &&
      before.call !== now.call &&
      before.result.isEquivalentTo(now.result)
    );
  if (now.result.kind !== 'failure') return isSameOutput(before, now);
  if (before.result.kind !== 'failure' || isConnectionFailure(now.result.text)) return false;
  const isSame = before.result.isSameFailure(now.result);
  if (!isSame && (before.shownBy !== now.shownBy || !areAtPlace(pending, attempts))) return false;
  const extent = pending.reduce((sum, { edits }) => sum + extentOf(edits), 0);
  if (isFurtherDown(before.place, now.place, extent)) return false;
  // The comparison without echoes costs most.
  if (isSame) return true;
  const made = [...(shownAfter === undefined ? [] : [shownAfter]), ...attempts, ...pending];
  const texts = made.flatMap((each) => each.texts);
  return isSameApartFromEchoes(before.result, now.result, texts);
}

/** Durations that a program measured; "finished in 3 s" and "(3 s)" are noise. */
const MEASURED = /(?<!\bin |[\d.(])\d{1,9}(?:\.\d{1,9})?\s?(?:[mµn]?s|secs?|seconds|min)\b/g;

function isSameOutput(a: Shown, b: Shown): boolean {
  if (a.result.kind === 'failure' || b.output === '') return false;
  const isOther = a.shownBy !== b.shownBy;
  if (isOther && (b.output.length < MIN_OUTPUT || a.call.tool !== b.call.tool)) return false;
  const isEqual = a.output === b.output;
  if (!isEqual && !a.result.isEquivalentTo(b.result)) return false;
  // Most outputs differ by their length, so that the words of the calls are compared last.
  if (isOther && shareOfWords(a.call.words, b.call.words) < MIN_SHARE) return false;
  if (isEqual) return true;
  const [before, now] = [a, b].map(({ output }) => output.match(MEASURED)?.join());
  return before === now;
}
