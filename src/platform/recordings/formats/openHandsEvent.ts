import type { UnnumberedStep } from '../parts/toNumberedRun';

/** A parsed OpenHands event. */
export type OpenHandsEvent =
  | {
      readonly kind: 'call';
      /** Ids by which its result can refer to it. */
      readonly ids: readonly unknown[];
      /** Id of the model response that made it, where recorded. */
      readonly response?: string | undefined;
      readonly step: UnnumberedStep;
    }
  | {
      readonly kind: 'result';
      /** Ids of the call; empty: the newest call. */
      readonly of: readonly unknown[];
      readonly result: string;
      readonly error?: boolean;
    }
  | { readonly kind: 'text'; readonly text: string };
