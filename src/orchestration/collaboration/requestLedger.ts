import type { InTurnLoop } from '../../domain/hop';

/** What agents asked each other in one turn; all its conversations share one. */
export class RequestLedger {
  /** Requests that had been made before: each is one step of entropy (decision 74). */
  rounds = 0;
  /** It ends the turn; undefined for none. */
  loop: InTurnLoop | undefined;
}
