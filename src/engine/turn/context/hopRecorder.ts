import { maskSecrets } from '../../../text/maskSecrets';
import { MAX_HOP_TEXT, type Hop, type HopOutcome } from '../../../model/hops/hop';
import type { TurnContext } from './turnFacts';
import { truncate } from '../../../text/truncate';

/** A hop at its beginning. */
export type NewHop = Pick<Hop, 'kind' | 'from' | 'to' | 'reason' | 'request'> &
  Partial<Pick<Hop, 'agent' | 'edge' | 'progress' | 'sameAs'>>;

/** Result of a hop. */
export interface HopEnd {
  readonly outcome: Exclude<HopOutcome, 'running'>;
  readonly answer: string;
  /** Name of its transcript; absent if none was written. */
  readonly transcript?: string;
}

/** Records the hops of one turn in the state as they happen, and notifies the observer. */
export class HopRecorder {
  private readonly all: Hop[] = [];
  /** By number of the hop, as `Clock.elapsed` has it. */
  private readonly begunAt = new Map<number, number>();

  constructor(private readonly context: Pick<TurnContext, 'deps' | 'config' | 'plan' | 'turnId'>) {}

  /** Oldest first. */
  get hops(): readonly Hop[] {
    return this.all;
  }

  /** Whether the turn may have another hop (`limits.maxSteps`). */
  hasRoom(): boolean {
    return this.all.length < this.context.config.limits.maxSteps;
  }

  /** Returns its number: 1, 2, 3 … */
  begin(given: NewHop): number {
    const { deps, plan } = this.context;
    const hop: Hop = {
      ...given,
      reason: kept(given.reason),
      request: kept(given.request),
      number: this.all.length + 1,
      outcome: 'running',
      answer: '',
      startedAt: deps.clock.now().toISOString(),
      transcript: '',
    };
    this.put(hop);
    this.begunAt.set(hop.number, deps.clock.elapsed());
    const { number, kind, from, to, request, edge } = hop;
    const shown = { number, kind, from, to, request, ...(edge === undefined ? {} : { edge }) };
    deps.observer.onPhase({ taskId: plan.task.id, turn: plan.number, phase: 'hop', hop: shown });
    return number;
  }

  /** Throws for a hop that did not begin. */
  end(number: number, { outcome, answer, transcript = '' }: HopEnd): Hop {
    const begun = this.all[number - 1];
    if (begun === undefined) throw new Error(`there is no hop ${number}`);
    const durationMs = this.context.deps.clock.elapsed() - (this.begunAt.get(number) ?? 0);
    const { agent, ...others } = begun;
    const worked = outcome !== 'repeated' && outcome !== 'refused';
    const hop = {
      ...others,
      ...(agent !== undefined && worked ? { agent } : {}),
      ...{ outcome, answer: kept(answer), durationMs, transcript },
    };
    this.put(hop);
    return hop;
  }

  private put(hop: Hop): void {
    this.all[hop.number - 1] = hop;
    this.context.deps.store.putHop(this.context.turnId, hop);
  }
}

function kept(text: string): string {
  return truncate(maskSecrets(text.trim()), MAX_HOP_TEXT);
}
