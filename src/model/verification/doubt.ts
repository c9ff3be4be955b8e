/** Why a passing verification does not prove that the task is done (design §9). Lists are never empty. */
export type Doubt =
  /** (a) Fewer tests ran than at the baseline or at the best. */
  | {
      readonly kind: 'fewerTests';
      /** Whole numbers >= 0; `ran` < `before`. */
      readonly ran: number;
      readonly before: number;
      /** Ids of tests that no longer run, as far as they are known; may be empty. */
      readonly missing: readonly string[];
    }
  /** (b) Tests that failed at the baseline still fail in their original wording. */
  | {
      readonly kind: 'originalFails';
      /** Ids of these tests; empty where the runner names none. */
      readonly tests: readonly string[];
      /** Test files and their data that were changed or deleted, by path. */
      readonly files: readonly string[];
      /** `files` are new: the original tests were run without them. Absent in older turns. */
      readonly areNew?: true;
    }
  /** (b) Original test files could not be put back or did not stay, so nothing proves that they pass. */
  | { readonly kind: 'originalNotRun'; readonly files: readonly string[] }
  /** Tests failed although the verification ended with exit code 0. */
  | {
      readonly kind: 'failedTests';
      /** Whole number >= 1. */
      readonly failed: number;
      /** Ids of these tests, as far as they are known; may be empty. */
      readonly tests: readonly string[];
    }
  /** (c) The verify command, what it runs or the configuration of its test runner changed. */
  | { readonly kind: 'verificationChanged'; readonly parts: readonly string[] };

/** Assessment of a passing verification (design §9). */
export interface PassAssessment {
  /** Empty for a pass that proves the task done. */
  readonly doubts: readonly Doubt[];
  /** Test files that differ from the task's start, deleted ones included, sorted. */
  readonly changedTests: readonly string[];
  /**
   * Unified diff of these files and of the changed parts of the verification since the task's start, without secrets,
   * `MAX_PASS_DIFF_CHARS` at most; '' if nothing differs or the start is no longer kept.
   */
  readonly diff: string;
}

/** Maximum length of the diff of a pass, in UTF-16 code units; it is stored with its turn. */
export const MAX_PASS_DIFF_CHARS = 12_000;
