import type { TaskStatus } from './task';

/** One attempt at a task, recorded when it ended (docs/decisions/loop-recovery.md). Append-only. */
export interface Attempt {
  /** 1, 2, 3 … over all tasks, in the order in which attempts ended. */
  readonly number: number;
  readonly taskId: string;
  /** ISO 8601, UTC: when the attempt ended. */
  readonly at: string;
  /**
   * How it ended: the task's status if it ended or paused, `blocked` if the agent named blockers, else `in_progress`.
   */
  readonly status: TaskStatus;
  /** What blocked the agent, one line each, secrets masked; sorted, unique. */
  readonly blockers: readonly string[];
  /** What the agent reports as done and which files changed, one line each; sorted, unique. */
  readonly completedWork: readonly string[];
  /** Name of the attempt in events and directives: `session_<number>`. */
  readonly sessionId: string;
  /** False if none of its turns counted (interrupted, external failure); such an attempt proves nothing. */
  readonly counted: boolean;
  /** Whether the workspace changed during the attempt; absent when unknown. */
  readonly changed?: boolean;
  /** Whether it reached a new best measurement or finished something. */
  readonly progress: boolean;
  /** Hash of the task's definition at that time; attempts at another definition prove nothing. '' = unknown. */
  readonly definition: string;
  readonly agent: string;
  /** Numbers of its first and last turn; absent for an attempt without a turn. */
  readonly turns?: { readonly first: number; readonly last: number };
}

/** Input for recording an attempt; `LoopDetector.recordAttempt` fills in the rest. */
export type NewAttempt = Pick<Attempt, 'taskId' | 'status' | 'blockers' | 'completedWork'> &
  Partial<Omit<Attempt, 'number' | 'taskId' | 'status' | 'blockers' | 'completedWork'>>;

export const LOOP_TYPES = [
  'completed_task_revisit',
  'blocked_task_spin',
  'no_progress_repeat',
  'cross_task_cycle',
] as const;
export type LoopType = (typeof LOOP_TYPES)[number];

/** `continue`: the loop is only shown and the task continues. */
export const RECOMMENDATIONS = ['continue', 'force_next', 'unblock_authority', 'escalate'] as const;
export type Recommendation = (typeof RECOMMENDATIONS)[number];

/** One attempt that proves a loop. */
export type AttemptEvidence = Pick<
  Attempt,
  'number' | 'taskId' | 'at' | 'status' | 'blockers' | 'completedWork' | 'sessionId' | 'agent'
>;

/** Result of loop detection over the attempts at a task. */
export type LoopResult =
  | {
      readonly isLooping: false;
      readonly taskId: string;
      /** Attempts since the count was last reset. */
      readonly attemptCount: number;
    }
  | {
      readonly isLooping: true;
      readonly taskId: string;
      readonly loopType: LoopType;
      /** `suspect` goes with `continue`. */
      readonly level: 'suspect' | 'stuck';
      /** Number of attempts that prove the loop. */
      readonly attemptCount: number;
      readonly recommendation: Recommendation;
      /** The blockers that repeat; empty for other patterns. */
      readonly blockers: readonly string[];
      /** The tasks of the cycle, in order; only the task itself for other patterns. */
      readonly tasks: readonly string[];
      /** Oldest first. */
      readonly evidence: readonly AttemptEvidence[];
      /** One sentence for humans. */
      readonly message: string;
    };

export type DetectedLoop = Extract<LoopResult, { readonly isLooping: true }>;

/** When attempts count as a loop, and the recovery (docs/decisions/loop-recovery.md, "Configuration"). */
export interface LoopPolicy {
  /** Attempts before a loop is considered. */
  readonly maxAttempts: number;
  /** Milliseconds within which they must lie; ten times the task's median turn if that is longer. */
  readonly attemptWindow: number;
  /** Whether authority to work around blockers is granted; else a human is asked. */
  readonly enableAutoUnblock: boolean;
  /** Attempts without progress after which the next task is forced. */
  readonly maxAttemptsBeforeForceNext: number;
}

const HOUR_MS = 3_600_000;

/** The three presets of docs/decisions/loop-recovery.md. */
export const LOOP_PRESETS = {
  conservative: {
    maxAttempts: 5,
    attemptWindow: HOUR_MS,
    enableAutoUnblock: false,
    maxAttemptsBeforeForceNext: 8,
  },
  recommended: {
    maxAttempts: 3,
    attemptWindow: HOUR_MS,
    enableAutoUnblock: true,
    maxAttemptsBeforeForceNext: 5,
  },
  aggressive: {
    maxAttempts: 2,
    attemptWindow: HOUR_MS,
    enableAutoUnblock: true,
    maxAttemptsBeforeForceNext: 3,
  },
} as const satisfies Record<string, LoopPolicy>;
export type LoopPreset = keyof typeof LOOP_PRESETS;

/** Current activity of a run, for `devs status --json` (docs/decisions/loop-recovery.md, "Expose Status"). */
export interface LoopStatus {
  readonly running: boolean;
  /** Number of attempts that ever ended. */
  readonly tickCount: number;
  /** One entry for each task with attempts since its count was last reset. `lastAttempt`: milliseconds since 1970. */
  readonly loopDetection: Readonly<
    Record<string, { readonly attemptCount: number; readonly lastAttempt: number }>
  >;
}
