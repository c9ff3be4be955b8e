import { MAX_EVIDENCE } from '../steps/step';

/** Failed turns in a row, without progress, that end a strategy. */
export const LOOP_DETECTION_THRESHOLD = 3;
/** Number of pivots before a task is paused. */
export const MAX_PIVOTS = 2;
/** Failed strategies at which a task is paused; by definition one more than its pivots. */
export const ENTROPY_PAUSE_THRESHOLD = entropyPauseThreshold(MAX_PIVOTS);
/** Maximum number of turns of one task since its last Resume; 0 = no limit. */
export const MAX_TURNS = 50;
/** Maximum minutes of a run since its start or the last Resume; 0 = no limit. */
export const MAX_MINUTES = 0;
/** Maximum number of consecutive retries of a turn after an outage, a rate limit or a network failure. */
export const MAX_RETRIES = 6;
/** Seconds before the first retry; each further wait is twice as long, at most `MAX_RETRY_WAIT_MS`. */
export const RETRY_SECONDS = 30;
/** Longest wait between two retries, in milliseconds. */
export const MAX_RETRY_WAIT_MS = 15 * 60_000;
/**
 * Hours that Devs waits at most for a time that a service names, such as the reset of a weekly limit; beyond it a human
 * decides. 0 = no longer than between retries.
 */
export const MAX_WAIT = 8 * 24;

/** Turns of one attempt after which the task yields to others; 0 = it continues until it ends. */
export const TURNS_PER_VISIT = 0;

/** Maximum number of hops along one edge of the planner without progress (docs/decisions/planner-loops.md). */
export const MAX_LOOP_EDGE = 5;
/** As `MAX_LOOP_EDGE`, to the verifier: repeated failing tests are expensive. */
export const MAX_LOOP_EDGE_VERIFIER = 3;
/** Maximum number of hops in one turn, requests between agents included. */
export const MAX_STEPS = 30;

/** Number of equal results of the same call in a row that is a loop. */
export const REPEATED_CALLS = 3;
/** Number of equal failures of nearly the same call in a row that is a loop. */
export const SIMILAR_CALLS = 3;
/** Number of repetitions of the same calls with the same results that is a loop. */
export const CALL_CYCLES = 3;
/** Number of edits without effect or back to earlier content that is a loop. */
export const UNDONE_EDITS = 3;
/** Number of times that the same text is put at the same place that is a loop. */
export const REPEATED_EDITS = 3;
/**
 * Number of times that the same failure returns after edits that is a loop; of edits of one place,
 * four sevenths.
 */
export const FAILURES_AFTER_EDITS = 7;
/** Number of equal texts of an agent that is a loop. */
export const REPEATED_TEXTS = 3;
/** Number of steps in a row that show nothing new that is a loop. */
export const STEPS_WITHOUT_NEWS = 5;
/** Number of refusals of the same call that ends the turn. */
export const REFUSED_CALLS = 3;
/** Number of failures of an action for the same reason that is a loop. */
export const REPEATED_FAILURES = 3;

/** Hours without a turn or an intervention after which a finished task is inactive (docs/decisions/loop-detection-algorithm.md). */
export const INACTIVE_HOURS = 24;
/** Days that the history of inactive tasks is kept; 0 = forever. */
export const KEEP_DAYS = 30;
/**
 * Number of failed turns of each task that are kept regardless of age (docs/decisions/loop-detection-algorithm.md:
 * "last N failures").
 */
export const KEEP_FAILURES = 10;
/** Maximum size of the state folder, in megabytes (10^6 bytes); 0 = no limit. */
export const MAX_STATE_MB = 2_000;
/** Maximum size of a file that checkpoints store, in megabytes (10^6 bytes). */
export const CHECKPOINT_FILE_MB = 25;

/** Range in which the loop threshold moves with `limits.adaptive` (docs/adaptive.md); a configured one must lie in it. */
export const ADAPTIVE_RANGE = { min: 2, max: 6 } as const;

/** One numeric limit: where it may be set, its default and its range (whole numbers, inclusive). */
export interface LimitSpec {
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  /** Environment variable that takes precedence over all other sources, if any. */
  readonly environment?: string;
}

/** Every limit of a run and of its retention, with default and range; the only definition of these numbers. */
export const LIMIT_SPECS = {
  loopThreshold: {
    fallback: LOOP_DETECTION_THRESHOLD,
    min: 1,
    max: 100,
    environment: 'DEVS_LOOP_THRESHOLD',
  },
  maxPivots: { fallback: MAX_PIVOTS, min: 0, max: 100, environment: 'DEVS_MAX_PIVOTS' },
  maxTurns: { fallback: MAX_TURNS, min: 0, max: 10_000 },
  maxMinutes: { fallback: MAX_MINUTES, min: 0, max: 100_000 },
  maxRetries: { fallback: MAX_RETRIES, min: 0, max: 100 },
  retrySeconds: { fallback: RETRY_SECONDS, min: 0, max: 3_600 },
  maxWait: { fallback: MAX_WAIT, min: 0, max: 8_760 },
  turnsPerVisit: { fallback: TURNS_PER_VISIT, min: 0, max: 10_000 },
  plannerToResearcher: { fallback: MAX_LOOP_EDGE, min: 1, max: 100 },
  plannerToCoder: { fallback: MAX_LOOP_EDGE, min: 1, max: 100 },
  plannerToVerifier: { fallback: MAX_LOOP_EDGE_VERIFIER, min: 1, max: 100 },
  maxSteps: { fallback: MAX_STEPS, min: 1, max: 1_000 },
  repeatedCalls: { fallback: REPEATED_CALLS, min: 2, max: MAX_EVIDENCE },
  similarCalls: { fallback: SIMILAR_CALLS, min: 2, max: MAX_EVIDENCE },
  callCycles: { fallback: CALL_CYCLES, min: 2, max: MAX_EVIDENCE },
  undoneEdits: { fallback: UNDONE_EDITS, min: 2, max: MAX_EVIDENCE },
  repeatedEdits: { fallback: REPEATED_EDITS, min: 2, max: MAX_EVIDENCE },
  failuresAfterEdits: { fallback: FAILURES_AFTER_EDITS, min: 2, max: MAX_EVIDENCE },
  repeatedTexts: { fallback: REPEATED_TEXTS, min: 2, max: MAX_EVIDENCE },
  stepsWithoutNews: { fallback: STEPS_WITHOUT_NEWS, min: 2, max: MAX_EVIDENCE },
  refusedCalls: { fallback: REFUSED_CALLS, min: 2, max: MAX_EVIDENCE },
  repeatedFailures: { fallback: REPEATED_FAILURES, min: 2, max: MAX_EVIDENCE },
  inactiveHours: { fallback: INACTIVE_HOURS, min: 1, max: 10_000 },
  keepDays: { fallback: KEEP_DAYS, min: 0, max: 10_000 },
  keepFailures: { fallback: KEEP_FAILURES, min: 0, max: 1_000 },
  maxStateMb: { fallback: MAX_STATE_MB, min: 0, max: 1_000_000 },
  checkpointFileMb: { fallback: CHECKPOINT_FILE_MB, min: 1, max: 500 },
} as const satisfies Record<string, LimitSpec>;

export type LimitName = keyof typeof LIMIT_SPECS;

/** The limits of a workspace, each within the range of its spec. */
export type Limits = Readonly<Record<LimitName, number>>;

/** The default of every limit. */
export const BUILT_IN_LIMITS: Limits = Object.fromEntries(
  Object.entries(LIMIT_SPECS).map(([name, { fallback }]) => [name, fallback]),
) as Record<LimitName, number>;

/** `ENTROPY_PAUSE_THRESHOLD` for a given number of pivots. */
export function entropyPauseThreshold(maxPivots: number): number {
  return 1 + maxPivots;
}
