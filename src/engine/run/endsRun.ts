import { needsHuman } from '../../model/task/taskStatus';
import type { StoreReader } from '../../ports/store';
import { findOpenReport } from '../state/findReport';
import { requireTask } from '../state/requireTask';

/** Whether a task ends a run that pauses end; one whose change waits for a review keeps no other task from its turn. */
export function endsRun(store: StoreReader, taskId: string): boolean {
  const task = requireTask(store, taskId);
  return needsHuman(task.status) && findOpenReport(store, task)?.reason !== 'REVIEW';
}
