import type { LeaseHolder } from '../../model/workspace/leaseHolder';
import type { StoreReader } from '../../ports/store';

/**
 * Whether the holder of the lease runs tasks. A run that began before the holder's lease was killed
 * and will be recovered.
 */
export function isRunBy(
  holder: LeaseHolder | undefined,
  store: Pick<StoreReader, 'getRunStatus' | 'listEventsNamed'>,
): boolean {
  if (holder === undefined || store.getRunStatus() !== 'RUNNING') return false;
  const [started] = store.listEventsNamed(['run_started'], 1);
  return started === undefined || started.at >= holder.since;
}
