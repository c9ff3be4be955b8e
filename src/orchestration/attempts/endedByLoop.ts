import type { ContextEntry } from '../../domain/contextEntry';
import { toInterventionRecord } from '../../domain/intervention';
import type { TaskStatus } from '../../domain/task';
import type { StoreReader } from '../../ports/store';

/** Interventions of a task that are looked back at for one that decided something. */
const LOOKED_AT = 10;

/** The recovery that ended the task's attempts and that no human has answered since; absent for none. */
export function unansweredRecovery(
  store: StoreReader,
  taskId: string,
  status: TaskStatus,
): ContextEntry | undefined {
  const topic = status === 'blocked' ? 'loop_escalation' : 'loop_recovery';
  if (status !== 'blocked' && status !== 'done_partial') return undefined;
  const entry = store.listContextEntries({ taskId, topic }).find((each) => each.loop !== undefined);
  if (entry === undefined) return undefined;
  const answered = store
    .listTaskEvents(taskId, 'intervention', LOOKED_AT)
    .flatMap(({ at, data }) => toInterventionRecord(at, data) ?? [])
    .some(({ what, at }) => what !== 'pause' && at > entry.timestamp);
  return answered ? undefined : entry;
}

/** Whether the task stands where it does because of a loop: a human can say that it was none. */
export function endsLoop(store: StoreReader, taskId: string): boolean {
  const status = store.getTask(taskId)?.status;
  if (status === undefined) return false;
  if (status === 'PAUSED_FOR_INTERVENTION' || status === 'aborted_stuck') return true;
  return unansweredRecovery(store, taskId, status) !== undefined;
}
