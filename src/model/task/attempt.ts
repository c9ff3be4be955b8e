import type { TaskStatus } from './task';

/** One visit of the scheduler to a task, as it ended (docs/decisions/loop-recovery.md). Append-only. */
export interface Attempt {
  /** 1, 2, 3 … over all tasks, in the order in which the visits ended. */
  readonly number: number;
  readonly taskId: string;
  /** ISO 8601, UTC: when the visit ended. */
  readonly at: string;
  /**
   * How it ended: the task's status if that says more than that it goes on, `blocked` when the agent
   * named blockers, else `in_progress`.
   */
  readonly status: TaskStatus;
  /** What kept the agent from going on, a line each, secrets masked; sorted, each once. */
  readonly blockers: readonly string[];
  /** What the agent says is done and what changed on disk, a line each; sorted, each once. */
  readonly completedWork: readonly string[];
  /** Names the visit in events and directives: `session_<number>`. */
  readonly sessionId: string;
  /** False when none of its turns counted (interrupted, not the agent's failure): it proves nothing. */
  readonly counted: boolean;
  /** Whether the workspace differed at its end from its beginning; absent when that is not known. */
  readonly changed?: boolean;
  /** It brought a new best measurement or finished something. */
  readonly progress: boolean;
  /** Hash of the task's definition then; attempts at another definition prove nothing. '' = unknown. */
  readonly definition: string;
  readonly agent: string;
  /** Numbers of its first and last turn; absent for a visit without a turn. */
  readonly turns?: { readonly first: number; readonly last: number };
}

/** What is told of an attempt when it is recorded; `LoopDetector.recordAttempt` fills in the rest. */
export type NewAttempt = Pick<Attempt, 'taskId' | 'status' | 'blockers' | 'completedWork'> &
  Partial<Omit<Attempt, 'number' | 'taskId' | 'status' | 'blockers' | 'completedWork'>>;

export const LOOP_TYPES = [
  'completed_task_revisit',
  'blocked_task_spin',
  'no_progress_repeat',
  'cross_task_cycle',
] as const;
export type LoopType = (typeof LOOP_TYPES)[number];

/** `continue`: only shown, the task is visited on. */
export const RECOMMENDATIONS = ['continue', 'force_next', 'unblock_authority', 'escalate'] as const;
export type Recommendation = (typeof RECOMMENDATIONS)[number];

/** One attempt that proves a loop. */
export type AttemptEvidence = Pick<
  Attempt,
  'number' | 'taskId' | 'at' | 'status' | 'blockers' | 'completedWork' | 'sessionId' | 'agent'
>;

/** What the attempts at a task prove. */
export type LoopResult =
  | {
      readonly isLooping: false;
      readonly taskId: string;
      /** Attempts since counting last began anew. */
      readonly attemptCount: number;
    }
  | {
      readonly isLooping: true;
      readonly taskId: string;
      readonly loopType: LoopType;
      /** `suspect` goes with `continue`. */
      readonly level: 'suspect' | 'stuck';
      /** Attempts that make up the loop. */
      readonly attemptCount: number;
      readonly recommendation: Recommendation;
      /** What the task spins on; empty for other patterns. */
      readonly blockers: readonly string[];
      /** The tasks that take turns, in their order; the task alone for other patterns. */
      readonly tasks: readonly string[];
      /** Oldest first. */
      readonly evidence: readonly AttemptEvidence[];
      /** One sentence for humans. */
      readonly message: string;
    };

export type DetectedLoop = Extract<LoopResult, { readonly isLooping: true }>;

/** When attempts count as a loop and what is done about it (docs/decisions/loop-recovery.md, "Configuration"). */
export interface LoopPolicy {
  /** Attempts before a loop is considered. */
  readonly maxAttempts: number;
  /** Milliseconds in which they must lie; ten times the task's median turn where that is longer. */
  readonly attemptWindow: number;
  /** Grant authority to work around blockers; else a human is asked. */
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

/** What a run is doing, for `devs status --json` (docs/decisions/loop-recovery.md, "Expose Status"). */
export interface LoopStatus {
  readonly running: boolean;
  /** Visits that ended, ever. */
  readonly tickCount: number;
  /** Of each task that was visited since counting began anew. `lastAttempt`: milliseconds since 1970. */
  readonly loopDetection: Readonly<
    Record<string, { readonly attemptCount: number; readonly lastAttempt: number }>
  >;
}
