import type { LandingProgress } from '../../model/task/landingProgress';
import type { Store } from '../../ports/store';

/** Shows what a task does that is at work; '' for nothing in particular. The record of its turn says how it stands then. */
export function noteActivity(
  store: Pick<Store, 'getTask' | 'updateTask'>,
  taskId: string,
  statusReason: string,
): void {
  if (store.getTask(taskId)?.status === 'in_progress') store.updateTask(taskId, { statusReason });
}

/** Shows how the landing of a task stands that is at work; undefined: it does not land. */
export function noteLanding(
  store: Pick<Store, 'getTask' | 'updateTask'>,
  taskId: string,
  landing: LandingProgress | undefined,
): void {
  if (store.getTask(taskId)?.status !== 'in_progress') return;
  store.updateTask(taskId, { statusReason: '', landing });
}
