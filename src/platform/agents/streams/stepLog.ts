import type { ContextUsage } from '../../../model/steps/contextUsage';
import { limitPlan, type PlanEntry } from '../../../model/steps/plan';
import type { StartedStep, Step, StepEvent } from '../../../model/steps/step';
import type { StreamCoverage } from '../../../model/steps/streamCoverage';
import { StreamTally } from './streamTally';
import { TextTail } from './textTail';

/** Maximum number of calls without a result; the oldest ones are dropped. */
export const MAX_OPEN_CALLS = 1_000;
/** Characters of their tools, arguments and thoughts, likewise; the newest call is always kept. */
export const MAX_OPEN_TEXT = 32 * 1024 * 1024;
/** Characters of what is said or thought with one step that are kept, the last ones. */
export const MAX_THOUGHT = 64 * 1024;
/** Maximum number of agents in a run whose texts are kept separately; the oldest ones are closed. */
export const MAX_THREADS = 100;
/** Maximum length of a reported wait reason, in characters. */
const MAX_NOTICE = 2_000;

/**
 * A call of a tool as it begins; `thread` as in `Step`. Calls of the same `message` were made at once; where
 * messages have no name, those that began before any of them was answered.
 */
export interface Call {
  readonly tool: string;
  readonly args: string;
  readonly thread?: string | undefined;
  readonly message?: string | undefined;
}

/** Outcome of a call; `args` if only its end contains them. */
export interface CallResult {
  readonly result: string;
  readonly error?: boolean | undefined;
  readonly args?: string;
}

/** Calls that were made at once. */
interface ParallelCalls {
  readonly first: number;
  readonly message: string | undefined;
}

interface PendingText {
  readonly texts: TextTail;
  readonly thoughts: TextTail;
}

/**
 * Builds steps from an agent's events: numbers them, pairs calls with results, and attaches text to
 * the call that follows, or makes it a separate step. A call without a result does not end. Memory
 * is bounded.
 */
export class StepLog {
  readonly #tally = new StreamTally();
  #understood = 0;
  #last = 0;
  #events: StepEvent[] = [];
  #openText = 0;
  readonly #open = new Map<string, StartedStep>();
  readonly #speeches = new Map<string | undefined, PendingText>();
  /** The newest of each agent, as long as another call may belong to it. */
  readonly #rounds = new Map<string | undefined, ParallelCalls>();

  /** A piece of what the agent says to its user. */
  addText(thread: string | undefined, piece: string, separator = '\n'): void {
    if (/\S/.test(piece)) this.#understood += 1;
    this.#speechOf(thread).texts.add(piece, separator);
  }

  /** Text that belongs to no step was understood, such as text of the agent's program. */
  countUnderstood(): void {
    this.#understood += 1;
  }

  /** A part of the current event is of a kind that the format does not know. */
  countUnknown(kind: string): void {
    this.#tally.countUnknown(kind);
  }

  /** The current line has been read; `isEvent`: the format knows its kind. */
  endLine(value: object, isEvent: boolean): void {
    this.#tally.endLine(value, isEvent);
  }

  /** How much of all lines so far was understood. */
  get counts(): Pick<StreamCoverage, 'lines' | 'events' | 'unknown' | 'unknownKinds' | 'steps'> {
    return { ...this.#tally.counts, steps: this.#understood };
  }

  /** The agent waits for the given reason; shown until its next step. */
  addNotice(text: string): void {
    this.#events.push({ kind: 'notice', text: text.slice(0, MAX_NOTICE) });
  }

  /** Replaces the agent's plan. */
  setPlan(entries: readonly PlanEntry[]): void {
    this.#understood += 1;
    this.#events.push({ kind: 'plan', entries: limitPlan(entries) });
  }

  /** The agent states what it has used. */
  setUsage(usage: ContextUsage): void {
    this.#understood += 1;
    this.#events.push({ kind: 'usage', usage });
  }

  /** Its thoughts. */
  addThought(thread: string | undefined, piece: string, separator = '\n'): void {
    this.#speechOf(thread).thoughts.add(piece, separator);
  }

  /** Text so far in this thread belongs to no later call. */
  flushText(thread: string | undefined): void {
    const speech = this.#speeches.get(thread);
    if (speech === undefined || speech.texts.isBlank) return;
    const step = {
      number: this.#next(),
      tool: '',
      args: '',
      result: '',
      thought: speech.texts.text,
    };
    this.#events.push({ kind: 'ended', step: { ...step, ...inThread(thread) } });
    this.#speeches.delete(thread);
  }

  flushAll(): void {
    for (const thread of [...this.#speeches.keys()]) this.flushText(thread);
  }

  /** A call that is reported again while it runs is the same call. */
  beginCall(id: string, call: Call): void {
    const known = this.#open.get(id);
    if (known?.tool === call.tool && known.args === call.args) return;
    if (known !== undefined) this.#forget(id, known);
    const step = this.#begunStep(call);
    this.#open.set(id, step);
    this.#openText += sizeOf(step);
    this.#events.push({ kind: 'begun', step });
    this.#forgetOldest();
  }

  /** Ends a started call; does nothing for an unknown one. */
  endCall(id: string, result: CallResult): void {
    const step = this.#open.get(id);
    if (step === undefined) return;
    this.#forget(id, step);
    this.#ended(step, result);
  }

  /** Ends a call even if its start is unknown. */
  endOrAddCall(id: string, call: Call, result: CallResult): void {
    if (this.#open.has(id)) this.endCall(id, { ...result, args: call.args });
    else this.#ended(this.#begunStep(call), result);
  }

  /** Steps since the previous call. */
  takeEvents(): readonly StepEvent[] {
    if (this.#events.length === 0) return NO_EVENTS;
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #ended(begun: StartedStep, { result, error, args = begun.args }: CallResult): void {
    const step: Step = { ...begun, args, result, ...(error === undefined ? {} : { error }) };
    // A call after a result was made with knowledge of it, unless both are in the same message.
    if (this.#rounds.get(begun.thread)?.message === undefined) this.#rounds.delete(begun.thread);
    this.#events.push({ kind: 'ended', step });
  }

  #begunStep(call: Call): StartedStep {
    this.#understood += 1;
    const { tool, args, thread } = call;
    const thought = this.#takeSpeech(thread);
    const number = this.#next();
    const step = { number, tool, args, thought, ...inThread(thread) };
    const first = this.#firstOfRound(number, call);
    return first === number ? step : { ...step, madeWith: first };
  }

  #firstOfRound(number: number, { thread, message }: Call): number {
    const round = this.#rounds.get(thread);
    if (round !== undefined && round.message === message) return round.first;
    this.#rounds.delete(thread);
    this.#rounds.set(thread, { first: number, message });
    for (const oldest of this.#rounds.keys()) {
      if (this.#rounds.size <= MAX_THREADS) break;
      this.#rounds.delete(oldest);
    }
    return number;
  }

  #takeSpeech(thread: string | undefined): string {
    const speech = this.#speeches.get(thread);
    this.#speeches.delete(thread);
    if (speech === undefined) return '';
    return [speech.thoughts, speech.texts]
      .filter((words) => !words.isBlank)
      .map((words) => words.text)
      .join('\n');
  }

  #speechOf(thread: string | undefined): PendingText {
    const known = this.#speeches.get(thread);
    if (known !== undefined) return known;
    for (const oldest of this.#speeches.keys()) {
      if (this.#speeches.size < MAX_THREADS) break;
      this.flushText(oldest);
      this.#speeches.delete(oldest);
    }
    const speech = { texts: new TextTail(MAX_THOUGHT), thoughts: new TextTail(MAX_THOUGHT) };
    this.#speeches.set(thread, speech);
    return speech;
  }

  #forgetOldest(): void {
    for (const [id, step] of this.#open) {
      const few = this.#open.size <= MAX_OPEN_CALLS && this.#openText <= MAX_OPEN_TEXT;
      if (few || this.#open.size === 1) return;
      this.#forget(id, step);
    }
  }

  #forget(id: string, step: StartedStep): void {
    this.#open.delete(id);
    this.#openText -= sizeOf(step);
  }

  #next(): number {
    this.#last += 1;
    return this.#last;
  }
}

const NO_EVENTS: readonly StepEvent[] = [];

function inThread(thread: string | undefined): { readonly thread?: string } {
  return thread === undefined ? {} : { thread };
}

function sizeOf({ tool, args, thought, thread = '' }: StartedStep): number {
  return tool.length + args.length + thought.length + thread.length;
}
