import type { ResearchQuality, ResearchResult } from '../../model/hops/roleMemory';
import { keepHeadAndTail, isEqualText } from './sameQuery';

/** Number of newest repeated-query markers that are kept. */
const MOST_MARKERS = 10;
/** Longest query that a marker quotes, in characters. */
const MOST_QUOTED = 1_000;
const MOST_REASONS = 4_000;

const MARKER_PREFIX = '\n\nNo new information found; repeated query "';

/**
 * Finds the newest result of a similar query on the same state of the workspace
 * (docs/decisions/planner-loops.md, §4): `similarities` (0–1) are those of the query to each
 * result's, in the same order; similar means above `threshold`. Undefined if there is none or the
 * state is unknown ('').
 */
export function findRepeatedQuery(
  research: readonly ResearchResult[],
  asked: { readonly query: string; readonly state: string },
  similarities: readonly number[],
  threshold: number,
): ResearchResult | undefined {
  if (asked.state === '') return undefined;
  return research.findLast(
    ({ query, state }, index) =>
      state === asked.state &&
      (isEqualText(query, asked.query) || (similarities[index] ?? Number.NaN) > threshold),
  );
}

/**
 * Appends the marker of a repeated query (docs/decisions/planner-loops.md, §4) to the reasons of a
 * research quality.
 */
export function addRepeatedQueryMarker(quality: ResearchQuality, query: string): ResearchQuality {
  const [reasons = '', ...markers] = quality.reasons.split(MARKER_PREFIX);
  const newest = [...markers, `${keepHeadAndTail(query, MOST_QUOTED)}".`].slice(-MOST_MARKERS);
  return {
    ...quality,
    reasons: [reasons.slice(0, MOST_REASONS), ...newest].join(MARKER_PREFIX),
  };
}
