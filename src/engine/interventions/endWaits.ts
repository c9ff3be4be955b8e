import type { DevsConfig } from '../../model/config/config';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import { clockWaits } from '../scheduling/clockWaits';

export interface EndWaitsTools {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly config: DevsConfig;
}

/**
 * Ends the waits of tasks that a human wants to run now, and forgets the usage limits of their agents. Call it in a
 * transaction.
 */
export function endWaits(
  { store, clock, config }: EndWaitsTools,
  taskIds: readonly string[],
): void {
  const now = clock.now();
  const waits = clockWaits(config, store, now);
  const named = taskIds.flatMap((id) => waits.get(id) ?? []);
  const tried = new Set(named.flatMap(({ atLimit }) => atLimit ?? []));
  for (const agent of tried) store.removeUsageLimit(agent);
  const ended = [...waits.values()].filter(({ atLimit }) =>
    atLimit?.some((name) => tried.has(name)),
  );
  for (const { taskId } of new Set([...named, ...ended])) {
    // A task that only follows what another one met has no wait of its own.
    if (store.getTask(taskId)?.waitingUntil === undefined) continue;
    store.updateTask(taskId, { waitingUntil: now.toISOString() });
  }
}
