import { NO_ANSWER, type AnswerAbilities, type HookAnswer } from '../../model/guard/hookAnswer';
import type { GuardedLoop } from '../../model/guard/guardedSession';
import type { SessionEvent } from '../../model/guard/sessionRecord';
import { describeEnd, describeRefusal, describeStopped, describeSuspicion } from './guardTexts';

/** Loops of a prompt after which its turn ends. */
const END_AT = 2;

/**
 * How far the end of a turn is: not answered yet; a call was let through, as the turn can be ended once it asks for
 * permission; a call was refused in place of the end; the end was answered.
 */
type EndStage = 'due' | 'awaited' | 'refused' | 'ended';

/**
 * Decides what an agent is answered: a sentence at a suspicion, the refusal of its next call at the first loop, the end
 * of its turn at the second. An answer waits for the next event at which the agent's hooks can give it; where they cannot
 * refuse a call, the model is only told, and where they cannot end a turn, all its further calls are refused.
 */
export class AnswerLadder {
  /** Loops since the newest new prompt. */
  private strikes = 0;
  private suspicion: string | undefined;
  private refused: GuardedLoop | undefined;
  private ended: GuardedLoop | undefined;
  /** The newest loop that ended a turn. */
  private last: GuardedLoop | undefined;
  private stage: EndStage = 'due';

  /** `session`: its id, for the user. */
  constructor(
    private readonly abilities: AnswerAbilities,
    private readonly session: string,
  ) {}

  /** The turn was ended, or its calls are refused, until the next prompt. */
  get isStopped(): boolean {
    return this.ended !== undefined && (this.stage === 'refused' || this.stage === 'ended');
  }

  /** What a loop that is found now will be answered. */
  get next(): 'refusal' | 'end' {
    return this.strikes + 1 >= END_AT ? 'end' : 'refusal';
  }

  suspect(message: string): void {
    this.suspicion = message;
  }

  find(loop: GuardedLoop): void {
    this.suspicion = undefined;
    this.strikes += 1;
    if (loop.answer === 'end') {
      this.last = loop;
      this.repeat();
    } else this.refused = loop;
  }

  /** The newest loop that ended a turn goes on: the end is answered once more. */
  repeat(): void {
    [this.refused, this.ended] = [undefined, this.last];
    this.stage = 'due';
  }

  /** A prompt lets the agent work again; a repeated one keeps the loops that were found. */
  prompt(isRepeated: boolean): void {
    if (!isRepeated) this.clear();
    this.ended = undefined;
    this.stage = 'due';
  }

  /** Nothing that was found so far counts. */
  clear(): void {
    this.strikes = 0;
    [this.suspicion, this.refused, this.ended] = [undefined, undefined, undefined];
    this.stage = 'due';
  }

  /** The answer at an event; each is given once, but that of a stopped turn at each call. */
  answer(kind: SessionEvent['kind']): HookAnswer {
    if (this.ended !== undefined) {
      const answer = this.answerEnd(kind, this.ended);
      if (answer !== undefined) return answer;
    }
    const told = this.can('refusal') ? 'refusal' : 'context';
    if (this.refused !== undefined && this.can(told, kind)) {
      const text = describeRefusal(this.refused);
      this.refused = undefined;
      return { kind: told, text };
    }
    if (this.suspicion !== undefined && this.can('context', kind)) {
      const text = describeSuspicion(this.suspicion);
      this.suspicion = undefined;
      return { kind: 'context', text };
    }
    return NO_ANSWER;
  }

  private answerEnd(kind: SessionEvent['kind'], loop: GuardedLoop): HookAnswer | undefined {
    // A stop is ended each time: other hooks may have the agent go on.
    if ((this.stage !== 'ended' || kind === 'stop') && this.can('end', kind)) {
      this.stage = 'ended';
      return { kind: 'end', text: describeEnd(loop, this.session) };
    }
    if (!this.can('refusal', kind)) return undefined;
    if (this.stage === 'due' && this.can('end', 'permission')) {
      this.stage = 'awaited';
      return NO_ANSWER;
    }
    if (this.stage !== 'ended') this.stage = 'refused';
    return { kind: 'refusal', text: describeStopped(loop) };
  }

  private can(answer: keyof AnswerAbilities, kind?: SessionEvent['kind']): boolean {
    const events = this.abilities[answer];
    return kind === undefined ? events.length > 0 : events.includes(kind);
  }
}
