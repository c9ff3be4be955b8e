import type { TaskRecord } from '../../model/task/task';
import type { StoreReader } from '../../ports/store';

/** The record of a task that must exist. */
export function requireTask(store: Pick<StoreReader, 'getTask'>, taskId: string): TaskRecord {
  const task = store.getTask(taskId);
  if (task === undefined) throw new Error(`no such task: ${taskId}`);
  return task;
}
