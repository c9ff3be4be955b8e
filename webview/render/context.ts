import type { HostConnection } from '../hostConnection';
import type { StateKeeper } from '../savedState';
import type { Announcer } from './announcer';
import type { Ticker } from './ticker';

/** Services for all parts of the dashboard. */
export interface Context {
  readonly host: Pick<HostConnection, 'request' | 'refresh'>;
  readonly state: StateKeeper;
  readonly announcer: Announcer;
  readonly ticker: Ticker;
  /** Called when all tasks to show are on the page. */
  readonly onDrawn: () => void;
}
