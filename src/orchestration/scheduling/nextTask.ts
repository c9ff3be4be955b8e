import type { DevsConfig } from '../../domain/config';
import type { TaskDefinition } from '../../domain/task';
import type { QueuedTask, StoreReader } from '../../ports/store';
import { taskIndex } from './taskIndex';
import { waitsFor } from './taskTree';

/**
 * The next task to visit among `selection` (absent: all): of those that can run, the one with the
 * highest sum of its priority and the visits it has waited for, so that priority orders tasks that
 * wait equally long and none starves; then the one that waits longest; then the first in `devs.yaml`.
 */
export function nextTask(
  config: DevsConfig,
  store: Pick<StoreReader, 'listQueue'>,
  selection: ReadonlySet<string> | undefined,
): TaskDefinition | undefined {
  const index = taskIndex(config);
  const queue = new Map(store.listQueue().map((queued) => [queued.id, queued]));
  const statusOf = (id: string): QueuedTask['status'] => queue.get(id)?.status ?? 'pending';
  let best: { readonly task: TaskDefinition; readonly queuedAt: number } | undefined;
  for (const task of config.tasks) {
    if (statusOf(task.id) !== 'pending' || selection?.has(task.id) === false) continue;
    const queuedAt = queue.get(task.id)?.queuedAt ?? 0;
    if (best !== undefined && !comesFirst({ task, queuedAt }, best)) continue;
    if (waitsFor(index, statusOf, task) === undefined) best = { task, queuedAt };
  }
  return best?.task;
}

interface Candidate {
  readonly task: TaskDefinition;
  readonly queuedAt: number;
}

/** Whether `a`, which stands behind `b` in `devs.yaml`, is visited before it. */
function comesFirst(a: Candidate, b: Candidate): boolean {
  // The newest attempt, from which both have waited, is the same for both.
  const ahead = a.task.priority - a.queuedAt - (b.task.priority - b.queuedAt);
  return ahead > 0 || (ahead === 0 && a.queuedAt < b.queuedAt);
}
