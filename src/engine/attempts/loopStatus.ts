import type { LoopStatus } from '../../model/task/attempt';
import type { StoreReader } from '../../ports/store';

/**
 * What docs/decisions/loop-recovery.md calls the status: whether a run is active, its number of
 * attempts, and the attempts of each task.
 */
export function loopStatus(store: StoreReader, running: boolean): LoopStatus {
  return { running, tickCount: store.newestAttempt(), loopDetection: attemptCounts(store) };
}

/** Attempts of each task since the last counter reset, and the time of the last one (ms since 1970). */
export function attemptCounts(store: StoreReader): LoopStatus['loopDetection'] {
  return Object.fromEntries(
    store
      .countAttempts()
      .map(({ taskId, count, lastAt }) => [
        taskId,
        { attemptCount: count, lastAttempt: Date.parse(lastAt) },
      ]),
  );
}
