import type { Measurement } from '../verification/measurement';
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

/** A unit of work as `devs.yaml` defines it, defaults already filled in. */
export interface TaskDefinition {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  /** Name of an agent in the same configuration. */
  readonly agent: string;
  /** Absent: only the agent's own `DONE: …` can end the task, which is then shown as unverified. */
  readonly verify?: Command;
  readonly dependsOn: readonly string[];
  /** Higher ones come first among tasks that can run; `PRIORITY_RANGE`, 0 unless given. */
  readonly priority: number;
  /** A subtask counts on its topmost ancestor. */
  readonly parent?: string;
  /** Who works on it inside a turn; absent: its agent alone. */
  readonly roles?: TaskRoles;
}

/** What the store keeps of a task: counters, best measurement and how it stands. */
export interface TaskRecord {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  /** Why the task stands where it does, for humans; '' when there is nothing to say. */
  readonly statusReason: string;
  /** True for a task that is `done` on the agent's word alone. */
  readonly unverified: boolean;
  /** Consecutive failed turns without progress, of the current strategy. */
  readonly entropyCount: number;
  /** Pivots issued since the task started or a human resumed it. */
  readonly pivotCount: number;
  /** SHA-256 (hex) of the trimmed final text of the last counted turn. */
  readonly lastResponseHash: string | undefined;
  /** Number of the strategy being tried; grows with each pivot, Resume and Retry. */
  readonly strategyNumber: number;
  /** Count to put into the pivot directive of the next counted turn; 0 when none is due. */
  readonly pivotDue: number;
  /** Workspace fingerprint before the first turn. */
  readonly startState: string | undefined;
  readonly best: Measurement | undefined;
  /** Number of the turn that set `best`. */
  readonly bestTurn: number | undefined;
  /** Agent chosen by a human at Resume; wins over the definition. */
  readonly agentOverride: string | undefined;
  /**
   * ISO 8601, UTC: when a failure that is not the agent's is tried again; absent when nothing waits.
   * A `pending` task has left the lane until then, and its visit goes on afterwards.
   */
  readonly waitingUntil: string | undefined;
  /** Number of its first turn since it was added or last retried: a rewind goes back to before it. */
  readonly firstTurn: number;
  /** Turns there were when a human last resumed or retried the task: limits count from there. */
  readonly turnsBefore: number;
  /** Number of the newest attempt that no longer counts: force next, Resume and similar reset the count. */
  readonly attemptsBefore: number;
  /** Number of the newest attempt when the task began to wait for its next visit. */
  readonly queuedAt: number;
  /**
   * Edge counters and what else its roles remember, of the counting task; absent where no role worked
   * on it. Holds only for the strategy that it names.
   */
  readonly roleMemory: RoleMemory | undefined;
  /** True once the task has vanished from `devs.yaml`; its history is kept. */
  readonly hidden: boolean;
}

/** The topmost ancestor of `taskId`, on which its turns count. `parentOf` must be free of cycles. */
export function topmostAncestor(
  taskId: string,
  parentOf: (taskId: string) => string | undefined,
): string {
  const parent = parentOf(taskId);
  return parent === undefined ? taskId : topmostAncestor(parent, parentOf);
}
