import type { RewindRecord } from '../../model/workspace/rewindRecord';
import type { StoreReader } from '../../ports/store';

/** The newest rewind of the task that was not undone: what a redo undoes. */
export function newestRewind(store: StoreReader, taskId: string): RewindRecord | undefined {
  return store
    .listRewinds()
    .findLast(
      (each) =>
        each.taskId === taskId &&
        each.kind === 'rewind' &&
        each.status === 'done' &&
        each.undoneBy === undefined,
    );
}
