import { needsHuman } from '../../model/task/taskStatus';
import type { RunStatus } from '../../model/run/runStatus';
import type { Store, StoreReader } from '../../ports/store';

/** Owns `run_state`: RUNNING while anything can run; then PAUSED if something needs a human, else IDLE. */
export class StateController {
  constructor(private readonly store: Store) {}

  start(): void {
    this.store.setRunStatus('RUNNING');
  }

  /** A task was paused and the run ends with it (docs/decisions/entropy-pause.md). */
  pause(): void {
    this.store.setRunStatus('PAUSED');
  }

  /** Nothing runs: the remaining tasks decide the status. */
  settle(): void {
    this.store.setRunStatus(restingStatus(this.store));
  }
}

/** `run_state` while nothing runs. */
export function restingStatus(store: StoreReader): RunStatus {
  const waiting = store.listTasks().some((task) => !task.hidden && needsHuman(task.status));
  return waiting ? 'PAUSED' : 'IDLE';
}
