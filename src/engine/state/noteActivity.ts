import type { Store } from '../../ports/store';

/** Shows what a task does that is at work; '' for nothing in particular. The record of its turn says how it stands then. */
export function noteActivity(
  store: Pick<Store, 'getTask' | 'updateTask'>,
  taskId: string,
  statusReason: string,
): void {
  if (store.getTask(taskId)?.status === 'in_progress') store.updateTask(taskId, { statusReason });
}
