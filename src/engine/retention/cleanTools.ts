import type { Limits } from '../../model/config/limits';
import type { Checkpoints } from '../../ports/checkpoints';
import type { Clock } from '../../ports/clock';
import type { StateFiles } from '../../ports/stateFiles';
import type { Store } from '../../ports/store';
import type { HistoryReader } from './readHistory';

/** Dependencies of cleaning up. */
export interface CleanTools {
  readonly store: HistoryReader &
    Pick<
      Store,
      | 'listNotices'
      | 'transaction'
      | 'forgetTurns'
      | 'clearCheckpoints'
      | 'removeRewind'
      | 'forgetAttempts'
      | 'forgetContextEntries'
    >;
  readonly checkpoints: Pick<Checkpoints, 'prune'>;
  readonly files: StateFiles;
  readonly clock: Pick<Clock, 'now'>;
  readonly limits: Pick<Limits, 'inactiveHours' | 'keepDays' | 'keepFailures' | 'maxStateMb'>;
}
