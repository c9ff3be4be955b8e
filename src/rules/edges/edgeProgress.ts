import type { Observed } from '../../model/hops/roleMemory';
import { EDGES, type Edge } from '../../model/hops/roles';
import { isSameText, type SameQuery } from './sameQuery';
import { listSome } from '../../text/list';

/** Progress since the previous hop. */
export interface EdgeProgress {
  /** Edges whose counters reset; [] for none. */
  readonly edges: readonly Edge[];
  /** Short description for humans, with names from the workspace: "new files: src/a.ts"; '' for none. */
  readonly why: string;
}

export interface ProgressFacts {
  /** A verification exists; then a changed workspace alone is not progress. */
  readonly verifiable: boolean;
  /** Absent: `isSameText`. */
  readonly sameQuery?: SameQuery;
}

const MOST_NAMED = 3;

/**
 * Finds the edges with progress (docs/decisions/planner-loops.md, §2, without its `attemptCount`, which would disable
 * the breaker):
 * - researcher: a query unlike all earlier ones of this strategy, or a new result;
 * - coder: a changed path that was unchanged; without a verification, also a new state;
 * - verifier: a new failure, or the first pass;
 * - all three: a new best measurement.
 * Alternating values (failures A, B, A, B …) count once.
 */
export function findEdgeProgress(
  before: Observed,
  now: Observed,
  facts: ProgressFacts,
): EdgeProgress {
  const signs: readonly (readonly [Edge, string])[] = [
    ['planner_to_researcher', findResearchProgress(before, now, facts.sameQuery ?? isSameText)],
    ['planner_to_coder', findFileProgress(before, now, facts.verifiable)],
    ['planner_to_verifier', findTestProgress(before, now)],
  ];
  const best = now.bests > before.bests ? 'a new best measurement' : '';
  const edges = best === '' ? signs.flatMap(([edge, sign]) => (sign === '' ? [] : [edge])) : EDGES;
  const words = [best, ...signs.map(([, sign]) => sign)].filter((word) => word !== '');
  return { edges, why: words.join('; ') };
}

function findResearchProgress(before: Observed, now: Observed, same: SameQuery): string {
  if (newEntries(before.researchResults, now.researchResults).length > 0) {
    return 'new research results';
  }
  return isNewQuery(before, now.lastQuery, same) ? 'a new query' : '';
}

function isNewQuery(before: Observed, query: string, same: SameQuery): boolean {
  const known = new Set([before.lastQuery, ...before.queries]);
  if (query === '' || known.has(query)) return false;
  return ![...known].some((each) => each !== '' && same(each, query));
}

function findFileProgress(before: Observed, now: Observed, verifiable: boolean): string {
  const paths = newEntries(before.fileChanges, now.fileChanges);
  if (paths.length > 0) return `new files: ${listSome(paths, MOST_NAMED)}`;
  const isNew = !verifiable && newEntries(before.states, now.states).length > 0;
  return isNew ? 'a new state of the files' : '';
}

function findTestProgress(before: Observed, now: Observed): string {
  const fresh = newEntries(before.failures, now.failures);
  if (fresh.includes('passed')) return 'the verification passed for the first time';
  return fresh.length > 0 ? 'a new failure' : '';
}

function newEntries(before: readonly string[], now: readonly string[]): readonly string[] {
  const known = new Set(before);
  return now.filter((entry) => !known.has(entry));
}
