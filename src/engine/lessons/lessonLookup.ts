import { findLessons, FOUND_LESSONS, type FindLessons } from '../../rules/lessons/findLessons';
import type { DevsConfig } from '../../model/config/config';
import type { FailureSignature } from '../../model/failure/failure';
import { selectCounted } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';
import type { EmbeddingComparison } from '../similarity/embeddingComparison';
import type { TurnRun } from '../turn/calls/turnRun';
import { compareLessonsByModel } from './compareLessonsByModel';

/** Input of a lesson search: the task that the turns count on, and the configuration of the run. */
export interface LessonSearch {
  readonly config: DevsConfig;
  readonly countsOn: string;
  readonly signal: AbortSignal;
}

/**
 * Finds lessons for the reports of a run. A report is written within a transaction, so a model is
 * asked before it, where one may follow; what it said is remembered until the next failure.
 */
export class LessonLookup {
  private known: { readonly failure: string; readonly alike: ReadonlyMap<string, number> } = {
    failure: '',
    alike: new Map(),
  };

  constructor(
    private readonly store: StoreReader,
    private readonly embeddings: EmbeddingComparison,
  ) {}

  /** Before a turn is recorded after which the task may wait for a human. */
  async beforeTurn(search: LessonSearch, run: TurnRun): Promise<void> {
    if (run.kind !== 'counted') return;
    const { findings, inside } = run.facts;
    const failed = this.store.getFailures(search.countsOn)?.failureCount ?? 0;
    if (failed >= search.config.limits.maxPivots || inside.exit !== undefined)
      await this.lookUp(search, findings.failure);
  }

  /** Before a task waits for a human without another turn. */
  async beforePause(search: LessonSearch): Promise<void> {
    const last = selectCounted(this.store.listTurns(search.countsOn)).at(-1);
    await this.lookUp(search, last?.failure);
  }

  readonly find: FindLessons = (lessons, failure) => {
    const isKnown = this.known.failure === failure.exactHash;
    return findLessons(lessons, failure, FOUND_LESSONS, isKnown ? this.known.alike : undefined);
  };

  private async lookUp(
    { config: { embeddings }, signal }: LessonSearch,
    failure: FailureSignature | undefined,
  ): Promise<void> {
    if (embeddings === undefined || failure === undefined) return;
    const lessons = this.store.listLessons();
    const alike = await compareLessonsByModel(this.embeddings, embeddings, {
      lessons,
      failure,
      signal,
    });
    this.known = { failure: failure.exactHash, alike };
  }
}
