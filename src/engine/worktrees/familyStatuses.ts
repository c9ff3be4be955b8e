import type { DevsConfig } from '../../model/config/config';
import type { TaskStatus } from '../../model/task/task';
import type { StoreReader } from '../../ports/store';
import { isWithin } from '../scheduling/taskTree';

/** Statuses of a task and its subtasks, which share a worktree; [] for a task that `devs.yaml` does not have. */
export function familyStatuses(
  store: Pick<StoreReader, 'getTask'>,
  config: DevsConfig,
  taskId: string,
): readonly TaskStatus[] {
  return config.tasks
    .filter(({ id }) => isWithin(config, id, taskId))
    .map(({ id }) => store.getTask(id)?.status ?? 'pending');
}
