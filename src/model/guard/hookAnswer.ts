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

/** Events as answers depend on them; `failure`: the result of a call that failed. */
export type AnsweredEvent = SessionEvent['kind'] | 'failure';

/** At which events the hooks of an agent can give an answer. */
export interface AnswerAbilities {
  readonly context: readonly AnsweredEvent[];
  readonly refusal: readonly AnsweredEvent[];
  readonly end: readonly AnsweredEvent[];
}

/** The event of a record, as answers depend on it. */
export function toAnsweredEvent(event: SessionEvent): AnsweredEvent {
  return event.kind === 'result' && event.error === true ? 'failure' : event.kind;
}
