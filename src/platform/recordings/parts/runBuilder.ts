import type { RecordedRun } from '../../../model/steps/replayedRun';
import { findUserPrompt, withPrompt } from './userPrompt';
import { PendingPrompt } from './pendingPrompt';
import {
  reserve,
  toNumberedRun,
  dropUnanswered,
  type Budget,
  type UnnumberedStep,
} from './toNumberedRun';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** A call as recorded; its result may follow later. */
export interface RecordedCall {
  readonly tool: string;
  readonly args: string;
  /** Id by which its result refers to it. */
  readonly id?: string | undefined;
}

/** Result of a call; `error` is absent when the recording does not say whether it failed. */
export interface CallResult {
  readonly result: string;
  readonly error?: boolean;
}

interface LastCall {
  readonly response: string | undefined;
  answered: boolean;
  /** First call of the parallel calls it belongs to. */
  readonly first: Writable<UnnumberedStep>;
}

/**
 * Builds a run from its lines. The agent's text belongs to a call of the same model response, or becomes its own step.
 * Calls of one response are parallel; without response names, calls before the next result are. A call without a
 * result is left out.
 */
export class RunBuilder {
  private readonly steps: Writable<UnnumberedStep>[] = [];
  private readonly openCalls = new Map<string, Writable<UnnumberedStep>>();
  private readonly unanswered = new Set<UnnumberedStep>();
  private texts: string[] = [];
  private thoughts: string[] = [];
  private response: string | undefined;
  private lastCall: LastCall | undefined;
  private prompt: string | undefined;
  private readonly pendingPrompt = new PendingPrompt();

  /** Every kept character is taken from `budget`; nothing more is kept once it is used up. */
  constructor(private readonly budget: Budget) {}

  /** What follows belongs to this model response; `undefined`: a response without a name. */
  startResponse(response: string | undefined): void {
    if (response === this.response) return;
    this.flushText();
    this.response = response;
  }

  /** A user's message ends the current response. */
  addUserMessage(content: unknown): void {
    this.flushText();
    const words = findUserPrompt(content);
    this.pendingPrompt.set(words);
    this.prompt ??= words;
    this.response = undefined;
    this.lastCall = undefined;
  }

  /** Text of the agent for its user. */
  addText(text: string): void {
    if (text.trim() !== '') this.texts.push(text.trim());
  }

  /** The agent's reasoning; used only when the response has no text. */
  addThought(text: string): void {
    if (text.trim() !== '') this.thoughts.push(text.trim());
  }

  addCall({ id, ...call }: RecordedCall): void {
    const { response, lastCall } = this;
    const sameRound =
      response === undefined ? lastCall?.answered === false : response === lastCall?.response;
    const madeWithLast = lastCall !== undefined && sameRound;
    const step = { ...call, result: '', thought: this.takeText(), madeWithLast };
    const first = madeWithLast ? lastCall.first : step;
    this.lastCall = { response, answered: false, first };
    if (!this.addStep(step)) return;
    this.unanswered.add(step);
    if (id !== undefined) this.openCalls.set(id, step);
  }

  /** Whether a call with this id has no result yet. */
  isOpen(id: string | undefined): boolean {
    return id !== undefined && this.openCalls.has(id);
  }

  addResult(id: string | undefined, answer: CallResult): void {
    if (this.lastCall !== undefined) this.lastCall.answered = true;
    const step = id === undefined ? undefined : this.openCalls.get(id);
    if (step === undefined || id === undefined) return;
    this.openCalls.delete(id);
    this.unanswered.delete(step);
    this.budget.left -= answer.result.length;
    if (this.budget.left >= 0) Object.assign(step, answer);
  }

  end(id: string, file: string): RecordedRun {
    this.flushText();
    const steps = dropUnanswered(this.steps, this.unanswered);
    return withPrompt(toNumberedRun(id, file, steps), this.prompt);
  }

  private flushText(): void {
    const thought = this.takeText();
    if (thought === '') return;
    const { response, lastCall } = this;
    // Some programs print a call as soon as it has ended, and the text before it only when it is complete.
    if (response === undefined || response !== lastCall?.response) {
      this.addStep({ tool: '', args: '', result: '', thought });
    } else if ((this.budget.left -= thought.length) >= 0) {
      lastCall.first.thought = [lastCall.first.thought, thought].filter(Boolean).join('\n');
    }
  }

  private takeText(): string {
    const words = this.texts.length > 0 ? this.texts : this.thoughts;
    this.texts = [];
    this.thoughts = [];
    return words.join('\n');
  }

  private addStep(step: Writable<UnnumberedStep>): boolean {
    Object.assign(step, this.pendingPrompt.attachTo({}));
    const taken = reserve(this.budget, { number: 0, ...step });
    if (taken) this.steps.push(step);
    return taken;
  }
}
