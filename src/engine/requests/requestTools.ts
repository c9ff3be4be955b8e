import type { HopRecorder } from '../turn/context/hopRecorder';
import type { TurnContext } from '../turn/context/turnFacts';
import type { RefusedCallList } from '../steps/refusedCallList';
import type { RequestLedger } from './requestLedger';

/** Tools shared by all calls and requests of one turn. */
export interface RequestTools {
  readonly context: TurnContext;
  readonly recorder: HopRecorder;
  readonly ledger: RequestLedger;
  /** Refusals in this turn so far. */
  readonly refused: RefusedCallList;
  /** Name of the next call of the turn, for its transcript; see `callNames`. */
  readonly nextCall: (name: string) => string;
}
