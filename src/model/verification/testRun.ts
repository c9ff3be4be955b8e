/** Maximum number of ids of failing tests per run. */
export const MAX_FAILING_TESTS = 200;

/** Maximum number of named tests per run; a larger run is compared by its counts. */
export const MAX_NAMED_TESTS = 20_000;

/** One test of a run. */
export interface TestCase {
  /** Names from the outermost suite to the test, as in `failingTests`. */
  readonly id: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
}

/** Results of one test run, from a report or closing lines. Counts are whole numbers >= 0. */
export interface TestRun {
  /** Source for humans: "JUnit XML", "pytest", "cargo test", … */
  readonly source: string;
  readonly passed: number;
  /** Tests that ran and failed. */
  readonly failed: number;
  /** Errors that prevented tests from running: files that do not load, broken set-ups, collection errors. */
  readonly errors: number;
  readonly skipped: number;
  /**
   * Passing tests are not listed, so `passed` counts something coarser (packages), and fewer failures prove progress.
   */
  readonly partial?: true;
  /** Ids of failed tests and errors, sorted, unique, at most `MAX_FAILING_TESTS`; may be fewer than the counts. */
  readonly failingTests: readonly string[];
  /** Every test of the run in its order; absent if the source does not name them all, or names more than `MAX_NAMED_TESTS`. */
  readonly cases?: readonly TestCase[];
}
