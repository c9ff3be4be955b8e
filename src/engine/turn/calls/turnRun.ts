import type { ExternalKind } from '../../../model/failure/failure';
import type { JudgedTurn } from '../../../model/judge/judgedTurn';
import type { TurnFacts } from '../context/turnFacts';

/** Result of a turn: the facts, and whether it counts or failed externally. */
export type TurnRun =
  | {
      readonly kind: 'interrupted';
      readonly facts: undefined;
      /** Result of asking the judge before the interruption; its calls were made. */
      readonly judged?: JudgedTurn;
    }
  | ({ readonly kind: 'externalFailure'; readonly facts: TurnFacts } & ExternalHandling)
  | { readonly kind: 'counted'; readonly facts: TurnFacts };

/** What follows a failure that is not the agent's. */
export type ExternalHandling = {
  readonly reason: string;
  readonly external?: ExternalKind;
} &
  /** `pause`: a limit that the user configured for the agent is used up. */
  (
    | { readonly handling: 'retryNow' | 'pause' }
    /** It worked in place of one at its limit, and cannot: another goes on. `unusable`: why, a clause. */
    | { readonly handling: 'skipAgent'; readonly unusable: string }
    /** `remedy`: as in `FailureOwner`. */
    | { readonly handling: 'blocked'; readonly remedy: string }
    /** Retried after this many milliseconds; `limitMs`, `fallback`: as in `RetryDecision`. */
    | {
        readonly handling: 'retryAfter';
        readonly delayMs: number;
        readonly limitMs?: number;
        readonly fallback?: string;
      }
  );

/**
 * Asks the judge about a run if rules leave something open: returns the run as it is then judged. `retryAfter`: the
 * verification failed externally and may pass when it is repeated.
 */
export type JudgeRun = (run: TurnRun) => Promise<TurnRun>;

/** A turn that was cut short: it counts nothing. */
export const INTERRUPTED: TurnRun = { kind: 'interrupted', facts: undefined };
