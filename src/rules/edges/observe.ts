import { createHash } from 'node:crypto';
import { MAX_QUERY_TEXT, type Observed } from '../../model/hops/roleMemory';
import { keepHeadAndTail } from './sameQuery';

const MOST_PATHS = 2_000;
const MOST_KEPT = 200;
const MOST_QUERIES = 20;

/** Observations since the previous hop; absent fields are unchanged. */
export interface Seen {
  /** Query of the last research. */
  readonly query?: string | undefined;
  /** Texts of research results, new and known, in any order. */
  readonly results?: readonly string[] | undefined;
  /** Changed paths, new and known. */
  readonly changedPaths?: readonly string[] | undefined;
  /** Fingerprint of the workspace. */
  readonly state?: string | undefined;
  /** The last verification; `failure` is the first failure as signature or text, '' if unknown. */
  readonly testResults?: { readonly passed: boolean; readonly failure: string } | undefined;
  /** Number of new best measurements of the task; ignored unless a safe integer. */
  readonly bests?: number | undefined;
}

/** The observation before the first hop. */
export function createEmptyObservation(): Observed {
  return {
    lastQuery: '',
    queries: [],
    researchResults: [],
    fileChanges: [],
    state: '',
    states: [],
    failures: [],
    bests: 0,
  };
}

/**
 * Merges new observations into earlier ones. Lists are bounded: a repeated state, failure or query
 * moves to the end of its list; paths beyond 2,000 are dropped. Pure.
 */
export function observe(before: Observed, seen: Seen): Observed {
  const { testResults, ...rest } = before;
  const tests = seen.testResults === undefined ? testResults : toObservedTests(seen.testResults);
  const state = seen.state ?? rest.state;
  const query = keepHeadAndTail(seen.query ?? '', MAX_QUERY_TEXT);
  return {
    lastQuery: query === '' ? rest.lastQuery : query,
    queries: query === '' ? rest.queries : withNewest(rest.queries, query, MOST_QUERIES),
    researchResults: withResults(rest.researchResults, seen.results ?? []),
    fileChanges: withPaths(rest.fileChanges, seen.changedPaths ?? []),
    state,
    states: seen.state ? withNewest(rest.states, shortHash(state), MOST_KEPT) : rest.states,
    ...(tests === undefined ? {} : { testResults: tests }),
    failures:
      seen.testResults === undefined || tests === undefined
        ? rest.failures
        : withNewest(rest.failures, tests.passed ? 'passed' : tests.failure, MOST_KEPT),
    bests: Math.max(rest.bests, toWholeNumber(seen.bests)),
  };
}

function toWholeNumber(count = 0): number {
  return Number.isSafeInteger(count) ? count : 0;
}

function toObservedTests(
  seen: NonNullable<Seen['testResults']>,
): NonNullable<Observed['testResults']> {
  const failure = seen.passed || seen.failure === '' ? '' : shortHash(seen.failure);
  return { passed: seen.passed, failure };
}

/** Adds hashes of results; order and repetition do not matter. */
function withResults(known: readonly string[], results: readonly string[]): readonly string[] {
  const hashes = results.slice(-MOST_KEPT).map(shortHash);
  return hashes.reduce((list, hash) => withNewest(list, hash, MOST_KEPT), known);
}

function withPaths(known: readonly string[], paths: readonly string[]): readonly string[] {
  const all = new Set(known);
  for (const path of paths) {
    if (all.size >= MOST_PATHS) break;
    all.add(path);
  }
  return all.size === known.length ? known : [...all].sort();
}

function withNewest(list: readonly string[], entry: string, most: number): readonly string[] {
  return [...list.filter((each) => each !== entry), entry].slice(-most);
}

function shortHash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16);
}
