import {
  MAX_FAILING_TESTS,
  MAX_NAMED_TESTS,
  type TestCase,
  type TestRun,
} from '../../model/verification/testRun';

/** Results of one report while it is read. */
export interface TestTally {
  passed: number;
  failed: number;
  errors: number;
  skipped: number;
  /** Ids of failed tests and of what could not run; may repeat. */
  readonly failing: string[];
  /** The tests that are listed with a name, errors excluded. */
  readonly cases: TestCase[];
}

/** Result of one test; `errors`: it could not run, or is no test but a script or a hook. */
export type Outcome = Exclude<keyof TestTally, 'failing' | 'cases'>;

/** Characters of an id that are kept. */
const ID_LENGTH = 300;
/** Characters of a name that are read. */
const NAME_LENGTH = 1_000;

/** An empty tally. */
export function newTally(): TestTally {
  return { passed: 0, failed: 0, errors: 0, skipped: 0, failing: [], cases: [] };
}

/** Counts one test. `names`: its name in its file and suites, the outermost first. */
export function countTest(tally: TestTally, outcome: Outcome, names: readonly string[]): void {
  const id = testId(names);
  tally[outcome] += 1;
  if (outcome === 'failed' || outcome === 'errors') tally.failing.push(id);
  if (outcome !== 'errors' && tally.cases.length <= MAX_NAMED_TESTS)
    tally.cases.push({ id, outcome });
}

/** The test run of a tally; undefined for an empty tally, which proves nothing. */
export function toTestRun(source: string, tally: Readonly<TestTally>): TestRun | undefined {
  const { passed, failed, errors, skipped, failing, cases } = tally;
  const tests = passed + failed + skipped;
  if (tests + errors === 0) return undefined;
  const isComplete = cases.length === tests && tests <= MAX_NAMED_TESTS;
  return {
    ...{ source, passed, failed, errors, skipped, failingTests: sortedIds(failing) },
    ...(isComplete && tests > 0 && cases.every(({ id }) => id !== '') ? { cases } : {}),
  };
}

/** Ids sorted, each once, without empty ones, `MAX_FAILING_TESTS` at most. */
export function sortedIds(ids: readonly string[]): readonly string[] {
  const unique = new Set(ids.filter((id) => id !== ''));
  return [...unique].sort().slice(0, MAX_FAILING_TESTS);
}

/**
 * An id from names, the outermost first: "cart › discount › is given above 100". One line of 300
 * characters at most, without empty parts.
 */
export function testId(names: readonly string[]): string {
  return names.map(oneLine).filter(Boolean).join(' › ').slice(0, ID_LENGTH).replace(LONE, '�');
}

/** The last two parts of a path, which do not depend on the workspace's location: "test/cart.test.js". */
export function shortPath(path: string): string {
  return path.slice(-NAME_LENGTH).split(/[\\/]/).slice(-2).join('/');
}

/** Whether a failed test is not a test: a script that does not load, or a hook of Mocha's. */
export function couldNotRun(name: string): boolean {
  const short = name.slice(0, NAME_LENGTH);
  return (/\.[cm]?[jt]sx?$/.test(short) && !/\s/.test(short)) || HOOK.test(short);
}

const HOOK = /"(?:before|after) (?:all|each)" hook(?: |$)/;

/** Lone surrogates; databases cannot store them. */
const LONE = /\p{Surrogate}/gu;

function oneLine(name: string): string {
  return name
    .slice(0, NAME_LENGTH)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
