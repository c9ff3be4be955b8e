import type { Attempt, DetectedLoop } from './attempt';

/** An attempt that proves a loop, as reports list it. */
export interface ProvingAttempt extends Pick<
  Attempt,
  'number' | 'taskId' | 'at' | 'status' | 'agent' | 'blockers'
> {
  /** Numbers of its first and last turn; absent for an attempt without a turn, and when unknown. */
  readonly turns?: { readonly first: number; readonly last: number };
  /** What the agent reported as done, one line each. */
  readonly done: readonly string[];
  /** Relative paths of changed files, at last perhaps "3 more files"; empty for none. */
  readonly changed: readonly string[];
}

/** Most attempts that are listed for a loop, the newest. */
export const MAX_PROVING_ATTEMPTS = 20;

/** A loop over the attempts at a task. */
export interface TaskLoop extends Pick<
  DetectedLoop,
  'loopType' | 'level' | 'attemptCount' | 'recommendation' | 'message' | 'tasks'
> {
  /** Numbers of the proving attempts, oldest first. */
  readonly evidence: readonly number[];
  /** The newest of them, `MAX_PROVING_ATTEMPTS` at most, oldest first. */
  readonly attempts: readonly ProvingAttempt[];
}
