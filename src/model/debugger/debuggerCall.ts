/** Changes of the debugger to files, which it must not make. */
export interface DebuggerChanges {
  /** Paths that were undone, at most `MAX_NAMED_CHANGES`. */
  readonly undone: readonly string[];
  /** Paths that stay as they are, each with the reason, a clause; at most `MAX_NAMED_CHANGES`. */
  readonly kept: readonly { readonly path: string; readonly why: string }[];
}

/** Maximum number of paths that are kept of each kind. */
export const MAX_NAMED_CHANGES = 100;

/** A call that has ended, and what it brought. */
export type EndedDebuggerCall = {
  /** The agent that was called; '' if none could be. */
  readonly agent: string;
  readonly durationMs: number;
  /** Name of the transcript file in the state folder; '' if none was written. */
  readonly transcript: string;
  /** Absent if it changed no file. */
  readonly changes?: DebuggerChanges;
} & (
  | {
      /** It gave no diagnosis, for `reason` (a clause): the task is paused as without it. */
      readonly kind: 'failed';
      readonly reason: string;
    }
  | {
      readonly kind: 'diagnosed';
      /** At most `MAX_DIAGNOSIS` characters; secrets masked, no invisible characters. */
      readonly diagnosis: string;
      /** `strategyNumber` of the turns that try it. */
      readonly strategy: number;
    }
);

/** Progress of a call. */
export type DebuggerCallState =
  /** It precedes the next turn. */
  | { readonly kind: 'due' }
  /**
   * It was begun; after a crash it is repeated. `checkpoint`: id of the workspace before it; `turnId`: the turn whose
   * marker its processes carry.
   */
  | { readonly kind: 'running'; readonly checkpoint: string; readonly turnId: string }
  | EndedDebuggerCall;

/** The newest call of the debugger for a counting task. */
export interface DebuggerCall {
  /** Number of the turn whose failure made it due; never two calls between two interventions. */
  readonly turn: number;
  /** The task that this turn ran on. */
  readonly taskId: string;
  readonly state: DebuggerCallState;
}

/** Maximum length of a diagnosis, in characters. */
export const MAX_DIAGNOSIS = 8_000;

/** The fields of a counting task that say whether its call is current, as in `TaskRecord`. */
export interface DebuggedTask {
  readonly debuggerCall: DebuggerCall | undefined;
  readonly turnsBefore: number;
  readonly strategyNumber: number;
}

/** The call since the last intervention; undefined if there is none yet. */
export function currentDebuggerCall({
  debuggerCall: call,
  turnsBefore,
}: DebuggedTask): DebuggerCall | undefined {
  return call !== undefined && call.turn > turnsBefore ? call : undefined;
}

/** The call that precedes the task's next turn; undefined for none. */
export function dueDebuggerCall(task: DebuggedTask): DebuggerCall | undefined {
  const call = currentDebuggerCall(task);
  return call?.state.kind === 'due' || call?.state.kind === 'running' ? call : undefined;
}

/** The diagnosis that the task's present strategy tries; undefined for none. */
export function currentDiagnosis(
  task: DebuggedTask,
): Extract<DebuggerCallState, { kind: 'diagnosed' }> | undefined {
  const state = currentDebuggerCall(task)?.state;
  return state?.kind === 'diagnosed' && state.strategy === task.strategyNumber ? state : undefined;
}
