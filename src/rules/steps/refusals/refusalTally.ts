import type { Refusal } from '../../../model/failure/refusal';

/** A kind of refusal, and how often a call met it. */
export interface RefusalCount {
  readonly refusal: Refusal;
  /** >= 1. */
  readonly count: number;
}

/** Maximum number of different refusals per run; beyond it the oldest of the rarest are dropped. */
const MAX_COUNTED = 20;

/** Counts the refusals of a run by refused action, in bounded memory. */
export class RefusalTally {
  readonly #counts = new Map<string, RefusalCount>();

  add(refusal: Refusal, times = 1): void {
    const { by, kind, tool, action } = refusal;
    const key = JSON.stringify([by, kind, tool, action]);
    const before = this.#counts.get(key)?.count ?? 0;
    // A repeated refusal becomes the newest.
    this.#counts.delete(key);
    if (this.#counts.size >= MAX_COUNTED) this.#forgetRarest();
    this.#counts.set(key, { refusal, count: before + times });
  }

  #forgetRarest(): void {
    const [rarest] = [...this.#counts].toSorted(([, a], [, b]) => a.count - b.count);
    if (rarest !== undefined) this.#counts.delete(rarest[0]);
  }

  /** The most frequent first. */
  get counts(): readonly RefusalCount[] {
    return [...this.#counts.values()].toSorted((a, b) => b.count - a.count);
  }
}
