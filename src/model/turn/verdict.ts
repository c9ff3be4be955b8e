import type { InTurnLoop } from '../hops/hop';

/** Verdict of a detector: `suspect` is only shown, `stuck` ends the strategy as failed. */
export type Verdict =
  | { readonly level: 'none' }
  | {
      readonly level: 'suspect' | 'stuck';
      /** Name of the detector. */
      readonly detector:
        | 'entropy'
        | 'ignored pivot'
        | 'repeated failure'
        | 'regression'
        | 'judge'
        | InTurnLoop['detector'];
      /** Numbers of the proving turns, oldest first. */
      readonly evidence: readonly number[];
      /** Numbers of the proving hops of the last turn; absent for none. */
      readonly hops?: readonly number[];
      /** Numbers of the proving steps of one agent call; absent for none. */
      readonly steps?: readonly number[];
      /** One sentence for humans. */
      readonly message: string;
    };

export const NO_VERDICT: Verdict = { level: 'none' };
