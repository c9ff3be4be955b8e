import type { RecordedRun } from '../../../model/steps/replayedRun';
import { askedIn, withAsked } from './asked';
import { Heard } from './heard';
import { fits, numberedRun, onlyAnswered, type Room, type UnnumberedStep } from './stepList';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** A call as a line tells of it; its answer may come later. */
export interface GrowingCall {
  readonly tool: string;
  readonly args: string;
  /** Under which its answer names it. */
  readonly id?: string | undefined;
}

/** What came of a call; `error` is absent where nobody said whether it failed. */
export interface CallAnswer {
  readonly result: string;
  readonly error?: boolean;
}

interface LastCall {
  readonly response: string | undefined;
  answered: boolean;
  /** The first of those that it was made at once with. */
  readonly first: Writable<UnnumberedStep>;
}

/**
 * A run put together line by line. What the agent says goes to a call of the same response of the model, or becomes a
 * step of its own. Calls of one response were made at once; where responses have no name, those that were made before
 * an answer came. A call that is never answered is left out: nothing is known of what came of it.
 */
export class GrowingRun {
  private readonly steps: Writable<UnnumberedStep>[] = [];
  private readonly open = new Map<string, Writable<UnnumberedStep>>();
  private readonly unanswered = new Set<UnnumberedStep>();
  private said: string[] = [];
  private thought: string[] = [];
  private response: string | undefined;
  private lastCall: LastCall | undefined;
  private asked: string | undefined;
  private readonly heard = new Heard();

  /** Takes from `room` what is held; nothing more is taken once that is used up. */
  constructor(private readonly room: Room) {}

  /** What follows is of this response; of one without a name where that is `undefined`. */
  respond(response: string | undefined): void {
    if (response === this.response) return;
    this.settle();
    this.response = response;
  }

  /** A user says something: nothing that came before goes on. */
  ask(content: unknown): void {
    this.settle();
    const words = askedIn(content);
    this.heard.hear(words);
    this.asked ??= words;
    this.response = undefined;
    this.lastCall = undefined;
  }

  /** What the agent says to its user. */
  say(text: string): void {
    if (text.trim() !== '') this.said.push(text.trim());
  }

  /** What it thinks for itself, which counts only where it says nothing. */
  think(text: string): void {
    if (text.trim() !== '') this.thought.push(text.trim());
  }

  call({ id, ...call }: GrowingCall): void {
    const { response, lastCall } = this;
    const sameRound =
      response === undefined ? lastCall?.answered === false : response === lastCall?.response;
    const madeWithLast = lastCall !== undefined && sameRound;
    const step = { ...call, result: '', thought: this.spoken(), madeWithLast };
    const first = madeWithLast ? lastCall.first : step;
    this.lastCall = { response, answered: false, first };
    if (!this.take(step)) return;
    this.unanswered.add(step);
    if (id !== undefined) this.open.set(id, step);
  }

  /** Whether a call with this name waits for its answer. */
  isOpen(id: string | undefined): boolean {
    return id !== undefined && this.open.has(id);
  }

  answer(id: string | undefined, answer: CallAnswer): void {
    if (this.lastCall !== undefined) this.lastCall.answered = true;
    const step = id === undefined ? undefined : this.open.get(id);
    if (step === undefined || id === undefined) return;
    this.open.delete(id);
    this.unanswered.delete(step);
    this.room.left -= answer.result.length;
    if (this.room.left >= 0) Object.assign(step, answer);
  }

  end(id: string, file: string): RecordedRun {
    this.settle();
    const steps = onlyAnswered(this.steps, this.unanswered);
    return withAsked(numberedRun(id, file, steps), this.asked);
  }

  private settle(): void {
    const thought = this.spoken();
    if (thought === '') return;
    const { response, lastCall } = this;
    // Some programs print a call as soon as it has ended, the words before it when all of them are there.
    if (response === undefined || response !== lastCall?.response) {
      this.take({ tool: '', args: '', result: '', thought });
    } else if ((this.room.left -= thought.length) >= 0) {
      lastCall.first.thought = [lastCall.first.thought, thought].filter(Boolean).join('\n');
    }
  }

  private spoken(): string {
    const words = this.said.length > 0 ? this.said : this.thought;
    this.said = [];
    this.thought = [];
    return words.join('\n');
  }

  private take(step: Writable<UnnumberedStep>): boolean {
    Object.assign(step, this.heard.giveTo({}));
    const taken = fits(this.room, { number: 0, ...step });
    if (taken) this.steps.push(step);
    return taken;
  }
}
