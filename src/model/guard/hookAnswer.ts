import type { SessionEvent } from './sessionRecord';

/** What a hook answers to its agent. */
export type HookAnswer =
  | { readonly kind: 'nothing' }
  | {
      /** `context`: told to the model beside the event. `refusal`: the call is not made, and the model is told why. `end`: the turn ends, and its user is told why. */
      readonly kind: 'context' | 'refusal' | 'end';
      readonly text: string;
    };

export const NO_ANSWER: HookAnswer = { kind: 'nothing' };

type EventKind = SessionEvent['kind'];

/** At which events the hooks of an agent can give an answer. */
export interface AnswerAbilities {
  readonly context: readonly EventKind[];
  readonly refusal: readonly EventKind[];
  readonly end: readonly EventKind[];
}
