import type { DevsConfig } from '../domain/config';
import type { RunEnd } from '../domain/run';
import { needsHuman } from '../domain/taskStatus';
import type { StoreReader } from '../ports/store';

export interface RunEndRequest {
  readonly store: StoreReader;
  readonly config: DevsConfig;
  readonly taskIds: readonly string[] | undefined;
  readonly stopped: 'stopped' | 'cancelled' | undefined;
}

/** How a run ended: by the human's word, else from where its tasks stand, a human's need first. */
export function runEnd({ store, config, taskIds, stopped }: RunEndRequest): RunEnd {
  if (stopped !== undefined) return { kind: stopped };
  const ids = config.tasks.map((task) => task.id);
  const of = (test: (status: string) => boolean): readonly string[] =>
    ids.filter((id) => test(store.getTask(id)?.status ?? 'pending'));
  const selected = (found: readonly string[]): readonly string[] =>
    taskIds === undefined ? found : found.filter((id) => taskIds.includes(id));
  const waitingForHuman = ids.filter((id) => {
    const status = store.getTask(id)?.status;
    return status !== undefined && needsHuman(status);
  });
  if (waitingForHuman.length > 0) return { kind: 'needsHuman', taskIds: waitingForHuman };
  const waiting = selected(of((status) => status === 'pending'));
  if (waiting.length > 0) return { kind: 'waiting', taskIds: waiting };
  const partial = selected(of((status) => status === 'done_partial'));
  return partial.length > 0 ? { kind: 'donePartial', taskIds: partial } : { kind: 'allDone' };
}
