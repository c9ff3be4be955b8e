import type { StoreReader } from '../../ports/store';

/** Whether a killed process left unfinished work. */
export function needsRecovery(store: StoreReader): boolean {
  return (
    store.getRunStatus() === 'RUNNING' ||
    store.listRunningTurns().length > 0 ||
    store.listRewinds().some(({ status }) => status === 'applying')
  );
}
