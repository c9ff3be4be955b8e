import type { SessionTotal } from '../../model/usage/usage';
import type { StoreReader } from '../../ports/store';

/** Sums of a session after its newest call; empty if none was recorded. */
export function findSessionTotal(
  store: Pick<StoreReader, 'listLastingEvents'>,
  taskId: string,
  sessionId: string,
): SessionTotal {
  const newest = store
    .listLastingEvents()
    .findLast(
      (event) =>
        event.event === 'usage_reported' &&
        event.taskId === taskId &&
        event.data.session?.id === sessionId,
    );
  return newest?.event === 'usage_reported' ? (newest.data.session ?? {}) : {};
}
