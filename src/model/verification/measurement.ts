/**
 * A best-ever measurement of a task, or of one verification. Counts are whole numbers >= 0, all 0 if only coverage was
 * measured.
 */
export interface Measurement {
  readonly passed: number;
  /** Failed tests, and files or set-ups that could not run. */
  readonly failed: number;
  /** Part of `failed` that could not run and hides tests; absent for none. */
  readonly errors?: number;
  readonly skipped: number;
  /** Passing tests were not listed: `passed` counts something coarser, such as packages. */
  readonly partial?: true;
  /** Line coverage in percent, 0–100, if measured. */
  readonly coverage?: number;
}
