import type { Measurement } from '../verification/measurement';
import type { LandingProgress } from './landingProgress';
import type { DebuggerCall } from '../debugger/debuggerCall';
import type { RoleMemory } from '../hops/roleMemory';
import type { TaskRoles } from '../hops/roles';

/** Every status a task can have; exactly these strings are stored, shown and documented. */
export const TASK_STATUSES = [
  'pending',
  'in_progress',
  'blocked',
  'done',
  'done_partial',
  'skipped',
  'aborted_stuck',
  'PAUSED_FOR_INTERVENTION',
] as const;

export type TaskStatus = (typeof TASK_STATUSES)[number];

/** A program as a list (started directly) or a string (given to the shell). */
export type Command = string | readonly string[];

/** Whole numbers that a task's priority may be. */
export const PRIORITY_RANGE = { min: -100, max: 100 } as const;

/** A unit of work as defined in `devs.yaml`, with defaults. */
export interface TaskDefinition {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  /** Name of an agent in the same configuration. */
  readonly agent: string;
  /** Absent: only the agent's own `DONE: …` can end the task, which is then shown as unverified. */
  readonly verify?: Command;
  readonly dependsOn: readonly string[];
  /** Tasks with a higher priority run first; within `PRIORITY_RANGE`, default 0. */
  readonly priority: number;
  /** A subtask counts on its topmost ancestor. */
  readonly parent?: string;
  /** Address of where the task comes from, such as a GitHub issue; `isWebLink` holds. */
  readonly link?: string;
  /** Roles inside a turn; absent: its agent alone. */
  readonly roles?: TaskRoles;
  /** Its verified work waits for a human's review before it lands; absent: it lands at once. */
  readonly review?: true;
}

/** The stored state of a task: counters, best measurement and status. */
export interface TaskRecord {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  /** Reason of the status for humans; '' for none. */
  readonly statusReason: string;
  /** Whether the task is `done` by the agent's statement alone. */
  readonly unverified: boolean;
  /** Consecutive failed turns without progress, of the current strategy. */
  readonly entropyCount: number;
  /** Number of pivots since the task started or was last resumed. */
  readonly pivotCount: number;
  /** SHA-256 (hex) of the trimmed final text of the last counted turn. */
  readonly lastResponseHash: string | undefined;
  /** Number of the strategy being tried; grows with each pivot, diagnosis, Resume and Retry. */
  readonly strategyNumber: number;
  /** Count for the pivot directive of the next counted turn; 0 if none is due. */
  readonly pivotDue: number;
  /** Workspace fingerprint before the first turn. */
  readonly startState: string | undefined;
  readonly best: Measurement | undefined;
  /** Number of the turn that set `best`. */
  readonly bestTurn: number | undefined;
  /** Agent chosen at Resume; takes precedence over the definition. */
  readonly agentOverride: string | undefined;
  /**
   * ISO 8601, UTC: time of the retry after an external failure; absent without a wait. A `pending` task has left the
   * lane until then; its attempt continues afterwards.
   */
  readonly waitingUntil: string | undefined;
  /** How its landing stands, while it is `in_progress`; absent while it does not land. */
  readonly landing: LandingProgress | undefined;
  /** Number of its first turn since it was added or last retried; a rewind can go back to before it. */
  readonly firstTurn: number;
  /** Number of turns at the last Resume or Retry; limits count from there. */
  readonly turnsBefore: number;
  /** Number of the newest attempt that no longer counts: force next, Resume and similar reset the count. */
  readonly attemptsBefore: number;
  /** Number of the newest attempt when the task joined the queue. */
  readonly queuedAt: number;
  /**
   * Edge counters and other memory of its roles, for the counting task; absent if no role worked on it. Valid only for
   * the strategy that it names.
   */
  readonly roleMemory: RoleMemory | undefined;
  /** The newest call of the debugger before a pause, for the counting task; absent if none was ever due. */
  readonly debuggerCall: DebuggerCall | undefined;
  /** Whether the task was removed from `devs.yaml`; its history is kept. */
  readonly hidden: boolean;
}

/** Returns the topmost ancestor of `taskId`, on which its turns count. `parentOf` must not contain cycles. */
export function topmostAncestor(
  taskId: string,
  parentOf: (taskId: string) => string | undefined,
): string {
  const parent = parentOf(taskId);
  return parent === undefined ? taskId : topmostAncestor(parent, parentOf);
}
