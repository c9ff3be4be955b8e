import type { DevsConfig } from '../../model/config/config';
import type { RunEnd } from '../../model/run/runStatus';
import type { TaskStatus } from '../../model/task/task';
import type { TaskWait } from '../../model/task/taskWait';
import { needsHuman } from '../../model/task/taskStatus';
import type { StoreReader } from '../../ports/store';
import { countingTask } from '../scheduling/taskTree';

export interface RunEndRequest {
  readonly store: StoreReader;
  readonly config: DevsConfig;
  readonly taskIds: readonly string[] | undefined;
  readonly stopped: 'stopped' | 'cancelled' | undefined;
  /** The human stopped the run while it only waited for a clock. */
  readonly whileWaiting: boolean;
  /** The tasks that only a clock keeps from running. */
  readonly waits: readonly TaskWait[];
}

/** How a run ended: stopped by the user, else by the status of its tasks, those that need the user first. */
export function runEnd(request: RunEndRequest): RunEnd {
  const { store, config, taskIds, stopped, whileWaiting } = request;
  const left = request.waits.map(({ taskId, until, reason }) => ({ taskId, until, reason }));
  const waits = left.length === 0 ? {} : { waits: left };
  if (stopped !== undefined) {
    return { kind: stopped, ...(whileWaiting && { whileWaiting }), ...waits };
  }
  const statusOf = (id: string): TaskStatus => store.getTask(id)?.status ?? 'pending';
  const own = taskIds ?? config.tasks.map((task) => task.id);
  // A subtask that stands still because its topmost ancestor is paused needs a human just as much.
  const answerable = [...new Set(own.flatMap((id) => [countingTask(config, id), id]))];
  const ends = [
    ['needsHuman', answerable.filter((id) => needsHuman(statusOf(id)))],
    ['waiting', own.filter((id) => statusOf(id) === 'pending')],
    ['donePartial', own.filter((id) => statusOf(id) === 'done_partial')],
  ] as const;
  const end = ends.find(([, ids]) => ids.length > 0);
  if (end === undefined) return { kind: 'allDone' };
  const [kind, ids] = end;
  return kind === 'needsHuman' ? { kind, taskIds: ids, ...waits } : { kind, taskIds: ids };
}
