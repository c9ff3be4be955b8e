import type { CallResult, SessionCall } from '../../model/guard/sessionRecord';
import type { Step } from '../../model/steps/step';
import { RecentMap } from '../steps/memory/recentMap';

/** Maximum number of calls without a result, of ended ones, and of agents in a session, that are tracked; the newest. */
const MAX_OPEN = 1_000;
const MAX_ENDED = 1_000;
const MAX_THREADS = 16;

/** Calls that were made before any of them was answered. */
interface Batch {
  /** Number of the first of them that ended; undefined before. */
  first: number | undefined;
}

/** Builds the steps of a session from what its hooks report: numbers them 1, 2, 3 … as they end. In bounded memory. */
export class SessionSteps {
  /** Number of steps so far. */
  count = 0;
  private asked: string | undefined;
  private readonly open = new Map<string, { readonly call: SessionCall; readonly batch: Batch }>();
  /** Ids of calls that ended. */
  private readonly ended = new RecentMap<true>(MAX_ENDED);
  private readonly batches = new RecentMap<Batch | undefined>(MAX_THREADS);

  /** The newest call that has not ended. */
  get current(): SessionCall | undefined {
    return [...this.open.values()].at(-1)?.call;
  }

  /** The user asks for something. */
  prompt(text: string): void {
    this.asked = text;
  }

  /** A call begins. */
  begin(call: SessionCall): void {
    const batch = this.batches.get(threadOf(call)) ?? { first: undefined };
    this.batches.set(threadOf(call), batch);
    this.open.set(keyOf(call), { call, batch });
    const [oldest] = this.open.keys();
    if (this.open.size > MAX_OPEN && oldest !== undefined) this.open.delete(oldest);
  }

  /** A call is not made. */
  drop(call: SessionCall): void {
    this.open.delete(keyOf(call));
  }

  /** No call runs any more. */
  dropAll(): void {
    this.open.clear();
  }

  /**
   * A call ended; its beginning may be unknown. Undefined where its end was reported before: an agent calls the hooks in
   * the settings of its user and those in the project's.
   */
  end(ended: CallResult): Step | undefined {
    if (this.isReported(ended)) return undefined;
    if (ended.call !== undefined) this.ended.set(ended.call, true);
    const { tool, args, result, error, thread } = ended;
    const batch = this.open.get(keyOf(ended))?.batch;
    this.open.delete(keyOf(ended));
    // A call after a result was made with knowledge of it.
    this.batches.set(threadOf(ended), undefined);
    const step = this.number({ tool, args, result, thought: '' });
    const first = (batch ?? {}).first;
    if (batch !== undefined) batch.first ??= step.number;
    return {
      ...step,
      ...(error === undefined ? {} : { error }),
      ...(thread === undefined ? {} : { thread }),
      ...(first === undefined ? {} : { madeWith: first }),
    };
  }

  /** The agent says something. */
  say(text: string): Step {
    return this.number({ tool: '', args: '', result: '', thought: text });
  }

  /** A model may use an id again: with another beginning it is another call. */
  private isReported(ended: CallResult): boolean {
    const { call } = ended;
    return call !== undefined && this.ended.get(call) === true && !this.open.has(keyOf(ended));
  }

  private number(step: Pick<Step, 'tool' | 'args' | 'result' | 'thought'>): Step {
    this.count += 1;
    const { asked } = this;
    this.asked = undefined;
    return { number: this.count, ...step, ...(asked === undefined ? {} : { asked }) };
  }
}

function threadOf({ thread = '' }: SessionCall): string {
  return thread;
}

function keyOf({ call, tool, args }: SessionCall): string {
  return call ?? JSON.stringify([tool, args]);
}
