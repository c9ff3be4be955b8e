import type { DevsConfig } from '../../model/config/config';
import type { TaskDefinition } from '../../model/task/task';
import type { TaskWait } from '../../model/task/taskWait';
import type { QueuedTask, StoreReader } from '../../ports/store';
import { taskIndex } from './taskIndex';
import { waitsFor } from './taskTree';

/** Among which tasks one is chosen. */
export interface Choice<Wait extends TaskWait = TaskWait> {
  /** Only these; absent: all. */
  readonly selection?: ReadonlySet<string> | undefined;
  /** Tasks that wait for a clock, by id: they cannot run now. */
  readonly waits?: ReadonlyMap<string, Wait>;
  /** Tasks on which running turns count: nothing else that counts on them can run. */
  readonly busy?: ReadonlySet<string>;
}

/**
 * Selects the next task of those that can run: the highest sum of priority and number of attempts
 * since it was queued, so that priority orders tasks that wait equally long and none starves; then
 * a task that continues its attempt after a wait; then the one that waits longest; then the first in
 * `devs.yaml`.
 */
export function nextTask(
  config: DevsConfig,
  store: Pick<StoreReader, 'listQueue'>,
  { selection, waits, busy }: Choice = {},
): TaskDefinition | undefined {
  const index = taskIndex(config);
  const { queue, statusOf } = readQueue(store);
  let best: Candidate | undefined;
  for (const task of config.tasks) {
    if (statusOf(task.id) !== 'pending' || selection?.has(task.id) === false) continue;
    if (waits?.has(task.id) === true || busy?.has(index.root(task.id)) === true) continue;
    const { queuedAt = 0, waitingUntil } = queue.get(task.id) ?? {};
    const candidate = { task, queuedAt, goesOn: waitingUntil !== undefined };
    if (best !== undefined && !comesFirst(candidate, best)) continue;
    if (waitsFor(index, statusOf, task) === undefined) best = candidate;
  }
  return best?.task;
}

/** Tasks that only a clock holds back, the first to run again first. */
export function waitingForClock<Wait extends TaskWait>(
  config: DevsConfig,
  store: Pick<StoreReader, 'listQueue'>,
  { selection, waits, busy }: Choice<Wait>,
): readonly Wait[] {
  if (waits === undefined || waits.size === 0) return [];
  const index = taskIndex(config);
  const { statusOf } = readQueue(store);
  return config.tasks
    .filter(({ id }) => selection?.has(id) !== false && busy?.has(index.root(id)) !== true)
    .flatMap((task) => {
      const wait = waits.get(task.id);
      return wait !== undefined && waitsFor(index, statusOf, task) === undefined ? [wait] : [];
    })
    .sort((a, b) => Date.parse(a.until) - Date.parse(b.until));
}

interface Candidate {
  readonly task: TaskDefinition;
  readonly queuedAt: number;
  /** Its attempt continues after a wait that is over. */
  readonly goesOn: boolean;
}

/** Whether `a`, which follows `b` in `devs.yaml`, is selected before it. */
function comesFirst(a: Candidate, b: Candidate): boolean {
  // The newest attempt, from which both have waited, is the same for both.
  const ahead = a.task.priority - a.queuedAt - (b.task.priority - b.queuedAt);
  if (ahead !== 0) return ahead > 0;
  if (a.goesOn !== b.goesOn) return a.goesOn;
  return a.queuedAt < b.queuedAt;
}

function readQueue(store: Pick<StoreReader, 'listQueue'>): {
  readonly queue: ReadonlyMap<string, QueuedTask>;
  readonly statusOf: (id: string) => QueuedTask['status'];
} {
  const queue = new Map(store.listQueue().map((queued) => [queued.id, queued]));
  return { queue, statusOf: (id) => queue.get(id)?.status ?? 'pending' };
}
