import type { TaskStatus } from '../../model/task/task';
import type { Store } from '../../ports/store';
import type { EventJournal } from './eventJournal';
import { requireTask } from './loopDetection';

export interface StatusChange {
  readonly status: TaskStatus;
  /** For humans; '' when there is nothing to say. */
  readonly statusReason: string;
}

/** Changes a task's status, which ends a wait of it, and records the event; call it inside the journal's transaction. */
export function setTaskStatus(
  tools: { readonly store: Store; readonly journal: EventJournal },
  taskId: string,
  change: StatusChange,
): void {
  const from = requireTask(tools.store, taskId).status;
  // Whoever waits for a visit waits from now on.
  const queued = change.status === 'pending' ? { queuedAt: tools.store.newestAttempt() } : {};
  tools.store.updateTask(taskId, { ...change, waitingUntil: undefined, ...queued });
  if (from === change.status) return;
  tools.journal.record({
    event: 'task_status_changed',
    taskId,
    data: { from, to: change.status, reason: change.statusReason },
  });
}
