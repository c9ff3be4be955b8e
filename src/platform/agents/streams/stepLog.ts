import type { StartedStep, Step, StepEvent } from '../../../model/steps/step';
import type { StreamCoverage } from '../../../model/steps/streamCoverage';
import { StreamTally } from './streamTally';
import { TextTail } from './textTail';

/** Calls without a result that are kept; of more, the oldest are forgotten. */
export const MAX_OPEN_CALLS = 1_000;
/** Characters of their tools, arguments and thoughts, likewise; the newest call is always kept. */
export const MAX_OPEN_TEXT = 32 * 1024 * 1024;
/** Characters of what is said or thought with one step that are kept, the last ones. */
export const MAX_THOUGHT = 64 * 1024;
/** Agents inside a run whose words are kept apart; of more, those that began first are done with. */
export const MAX_THREADS = 100;
/** Characters of what is waited for that are told, the first ones. */
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

/** What came of a call; `args` where only its end tells them. */
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
 * Makes steps of what an agent's events tell: numbers them, pairs calls with their results, and
 * gives what was said to the call that follows, or makes it a step of its own. A call whose result
 * never comes does not end: nothing is known of it. Of bounded memory.
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

  /** Words of the agent that belong to no step were understood, such as those of its program. */
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

  /** The agent waits, and tells for what; shown until its next step. */
  addNotice(text: string): void {
    this.#events.push({ kind: 'notice', text: text.slice(0, MAX_NOTICE) });
  }

  /** What it thinks for itself. */
  addThought(thread: string | undefined, piece: string): void {
    this.#speechOf(thread).thoughts.add(piece, '\n');
  }

  /** What was said in this thread belongs to no call that is still to come. */
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

  /** A call that is told again while it runs is still the same one. */
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

  /** Ends a call that began; nothing happens where none did. */
  endCall(id: string, result: CallResult): void {
    const step = this.#open.get(id);
    if (step === undefined) return;
    this.#forget(id, step);
    this.#ended(step, result);
  }

  /** Ends a call whatever is known of its beginning. */
  endOrAddCall(id: string, call: Call, result: CallResult): void {
    if (this.#open.has(id)) this.endCall(id, { ...result, args: call.args });
    else this.#ended(this.#begunStep(call), result);
  }

  /** What has happened since this was last asked. */
  takeEvents(): readonly StepEvent[] {
    if (this.#events.length === 0) return NO_EVENTS;
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #ended(begun: StartedStep, { result, error, args = begun.args }: CallResult): void {
    const step: Step = { ...begun, args, result, ...(error === undefined ? {} : { error }) };
    // What is asked for after an answer was made with that in mind, unless it stands in the same message.
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
