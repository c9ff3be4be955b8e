import type { InTurnLoop } from '../hops/hop';
import type { LoopStage } from '../hops/hop';
import { endsStrategy } from '../hops/loopStage';

/** Verdict of a detector: `suspect` is only shown, `stuck` is proved and mostly ends the strategy: `failsStrategy`. */
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
      /** Stage of a loop in these steps; absent for the other detectors. */
      readonly stage?: LoopStage;
      /** One sentence for humans. */
      readonly message: string;
    };

export const NO_VERDICT: Verdict = { level: 'none' };

/** Whether a verdict ends the strategy as failed: it is `stuck`, and not the first loop in steps of the strategy. */
export function failsStrategy(verdict: Verdict): boolean {
  return verdict.level === 'stuck' && endsStrategy(verdict);
}
