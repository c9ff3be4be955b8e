import type { Limits } from '../../model/config/limits';
import type { Checkpoints } from '../../ports/checkpoints';
import type { Clock } from '../../ports/clock';
import type { StateFiles } from '../../ports/stateFiles';
import type { Store, StoreReader } from '../../ports/store';
import type { HistoryReader } from './readHistory';

/** Dependencies of finding what can be removed. */
export interface PreviewTools {
  readonly store: HistoryReader & Pick<StoreReader, 'listNotices'>;
  readonly checkpoints: Pick<Checkpoints, 'prune'>;
  readonly files: StateFiles;
  readonly clock: Pick<Clock, 'now'>;
  readonly limits: Pick<Limits, 'inactiveHours' | 'keepDays' | 'keepFailures' | 'maxStateMb'>;
}

/** Dependencies of cleaning up. */
export interface CleanTools extends PreviewTools {
  readonly store: PreviewTools['store'] &
    Pick<
      Store,
      | 'transaction'
      | 'forgetTurns'
      | 'clearCheckpoints'
      | 'clearContents'
      | 'removeRewind'
      | 'forgetAttempts'
      | 'forgetContextEntries'
    >;
}
