import type { DevsConfig } from '../../model/config/config';
import type { StoreReader } from '../../ports/store';
import { findPausedTurn, type PausedTurnResult } from '../state/pausedTurn';

/** The doubtful pass for which a task is paused (design §9), if its work is still in the workspace. */
export function findDoubtfulPass(
  config: DevsConfig,
  store: Pick<StoreReader, 'getTask' | 'latestReport' | 'listRewinds'>,
  taskId: string,
): PausedTurnResult {
  return findPausedTurn({ config, store }, taskId, {
    reason: 'DOUBTFUL_PASS',
    otherwise: 'it is not paused for a doubtful pass',
  });
}
