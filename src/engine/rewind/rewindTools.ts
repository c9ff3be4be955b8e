import type { DevsConfig } from '../../model/config/config';
import type { Initiator } from '../../model/workspace/leaseHolder';
import type { Checkpoints } from '../../ports/checkpoints';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import type { EventJournal } from '../state/eventJournal';

/** Dependencies of a rewind; the lease is held and nothing runs. */
export interface RewindTools {
  readonly store: Store;
  readonly journal: EventJournal;
  readonly clock: Clock;
  readonly config: DevsConfig;
  readonly checkpoints: Checkpoints;
  /** Who asks, for the history; Devs itself at a pivot, whose task runs. */
  readonly who: Initiator;
}
