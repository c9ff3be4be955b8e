import type { Complaint } from '../../model/hops/roleMemory';
import { keepHeadAndTail, isSameText } from '../edges/sameQuery';

/** Maximum number of complaints kept, and maximum length of one, in characters. */
const MOST_KEPT = 20;
const MAX_TEXT = 1_000;

/** A complaint, matched with earlier ones. */
export interface MatchedComplaint {
  /** Key of the complaint: equal for the same complaint in other words, new if its count is a new minimum. */
  readonly failure: string;
  /** Includes this complaint; the newest 20. */
  readonly complaints: readonly Complaint[];
}

/**
 * Matches a verifier's complaint with earlier ones of this strategy, by similarity, as agents vary
 * their wording. A lower count ("2 tests fail" after "3 tests fail") is progress. `text` has its
 * numbers masked and `count` is the first of them. Pure.
 */
export function matchComplaint(
  known: readonly Complaint[],
  { text, count }: { readonly text: string; readonly count?: number | undefined },
): MatchedComplaint {
  const said = keepHeadAndTail(text, MAX_TEXT);
  if (said === '') return { failure: '', complaints: known };
  const same = known.find((each) => isSameText(each.text, said));
  const others = known.filter((each) => each !== same);
  const least = Math.min(same?.least ?? Infinity, count ?? Infinity);
  const isFewer = same?.least !== undefined && least < same.least;
  const kept = { text: same?.text ?? said, ...(least === Infinity ? {} : { least }) };
  return {
    failure: isFewer ? `${kept.text} (${least})` : kept.text,
    complaints: [...others, kept].slice(-MOST_KEPT),
  };
}
