import type { Refusal } from '../../domain/refusal';

/** A kind of refusal, and how often a call met it. */
export interface RefusalCount {
  readonly refusal: Refusal;
  /** >= 1. */
  readonly count: number;
}

/** Different refusals that are counted of one run, the first ones. */
const MAX_COUNTED = 20;

/** Counts the refusals of a run by what was refused; of bounded memory. */
export class RefusalTally {
  readonly #counts = new Map<string, RefusalCount>();

  add(refusal: Refusal, times = 1): void {
    const { by, kind, tool, action } = refusal;
    const key = JSON.stringify([by, kind, tool, action]);
    const before = this.#counts.get(key)?.count ?? 0;
    if (before === 0 && this.#counts.size >= MAX_COUNTED) return;
    this.#counts.set(key, { refusal, count: before + times });
  }

  /** The most frequent first. */
  get counts(): readonly RefusalCount[] {
    return [...this.#counts.values()].toSorted((a, b) => b.count - a.count);
  }
}
