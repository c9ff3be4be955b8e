/** Ids of failing tests that are kept of one run. */
export const MAX_FAILING_TESTS = 200;

/**
 * What a test program said of one run: by a report or by its closing lines. Counts are whole
 * numbers >= 0.
 */
export interface TestRun {
  /** Who said it, for humans: "JUnit XML", "pytest", "cargo test", … */
  readonly source: string;
  readonly passed: number;
  /** Tests that ran and failed. */
  readonly failed: number;
  /** What could not run: files that do not load, set-ups that break, collection errors. */
  readonly errors: number;
  readonly skipped: number;
  /**
   * Passing tests are not listed, so that `passed` counts something coarser (packages): fewer failing
   * is then what tells progress.
   */
  readonly partial?: true;
  /** Ids of failed tests and of what could not run, sorted, each once, `MAX_FAILING_TESTS` at most; may be fewer than the counts say. */
  readonly failingTests: readonly string[];
}
