/** What kind of error a failure is (docs/decisions/loop-detection-algorithm.md, §1). */
export const ERROR_TYPES = [
  'syntax',
  'type',
  'assertion',
  'runtime',
  'timeout',
  'dependency',
  'network',
  'outage',
  'authentication',
  'rate_limit',
  'permission',
  'out_of_memory',
  'disk_full',
  'missing_tool',
  'unknown',
] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];

/** Location of a failure, in a file of the user's own if one is named. */
export interface FailureLocation {
  /** Relative to the workspace with `/` if it is inside, else masked. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
  readonly function?: string;
}

/**
 * Identity of a failure, with everything masked that varies from run to run
 * (docs/decisions/loop-detection-algorithm.md, §1). Two tiers: equal `exactHash` means exactly the same failure; equal
 * `hash` the same failure, possibly at other lines of the user's own files.
 */
export interface FailureSignature {
  /** SHA-256 (hex) of the masked failure, the line numbers of the user's own files included. */
  readonly exactHash: string;
  /** As `exactHash`, without those line numbers. */
  readonly hash: string;
  /** The masked message for humans: one line or a few, 500 characters at most, never empty. */
  readonly exactMessage: string;
  readonly errorType: ErrorType;
  readonly location?: FailureLocation;
  /** SHA-256 (hex) of the stack's functions and files; '' when there is no stack. */
  readonly contextHash: string;
  /** Ids of failed tests, sorted, unique, at most `MAX_FAILING_TESTS`. */
  readonly failingTests: readonly string[];
}

/** Kinds of external failures (design §4, rule 2). */
export const EXTERNAL_KINDS = [
  'outage',
  'rate_limit',
  'network',
  'authentication',
  'missing_tool',
  'missing_dependency',
  'disk_full',
  'permission',
] as const;
export type ExternalKind = (typeof EXTERNAL_KINDS)[number];
