import type { UnnumberedStep } from '../parts/stepList';

/** What one event of OpenHands says of a run. */
export type EventMeaning =
  | {
      readonly kind: 'call';
      /** Names under which its result may name it. */
      readonly ids: readonly unknown[];
      /** Name of the model's response that made it; absent where none is told. */
      readonly response?: string | undefined;
      readonly step: UnnumberedStep;
    }
  | {
      readonly kind: 'result';
      /** Names of the call; empty: the newest one. */
      readonly of: readonly unknown[];
      readonly result: string;
      readonly error?: boolean;
    }
  | { readonly kind: 'said'; readonly text: string };
