import type { InTurnLoop } from '../hops/hop';

/** How sure a detector is: `suspect` is only shown, `stuck` makes the strategy a failed one. */
export type Verdict =
  | { readonly level: 'none' }
  | {
      readonly level: 'suspect' | 'stuck';
      /** Which detector says so. */
      readonly detector:
        | 'entropy'
        | 'ignored pivot'
        | 'repeated failure'
        | 'regression'
        | 'judge'
        | InTurnLoop['detector'];
      /** Numbers of the turns that prove it, oldest first. */
      readonly evidence: readonly number[];
      /** Numbers of the hops of the last of them that prove it; absent where no hop does. */
      readonly hops?: readonly number[];
      /** Numbers of the steps of one call of an agent that prove it; absent where no step does. */
      readonly steps?: readonly number[];
      /** One sentence for humans. */
      readonly message: string;
    };

export const NO_VERDICT: Verdict = { level: 'none' };
