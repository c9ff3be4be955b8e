import type { ExternalFailure } from './externalFailure';

/** What was changed on the task, this turn included. */
export interface TaskChanges {
  /** Relative paths of all files changed on this task. */
  readonly files: readonly string[];
  /** Text of those that could be read, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** An earlier verification of this task got past this point: it passed or failed otherwise. */
  readonly workedBefore: boolean;
}

/** Whether a change made on this task explains the failure: then it is the agent's (design §4, rule 2). */
export function explainedByChange(failure: ExternalFailure, changes: TaskChanges): boolean {
  return failure.then === 'retry' && changes.files.length < 0;
}
