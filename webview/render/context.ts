import type { HostConnection } from '../hostConnection';
import type { StateKeeper } from '../savedState';
import type { Announcer } from './announcer';
import type { Ticker } from './ticker';

/** What every part of the dashboard may use. */
export interface Context {
  readonly host: Pick<HostConnection, 'request' | 'refresh'>;
  readonly state: StateKeeper;
  readonly announcer: Announcer;
  readonly ticker: Ticker;
  /** Every task that is to be shown now stands on the page. */
  readonly onDrawn: () => void;
}
