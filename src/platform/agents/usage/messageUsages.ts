import {
  mergeModels,
  toModelUsage,
  type ModelUsage,
  type TokenCount,
} from '../../../model/usage/usage';

/** Messages whose figures may still be replaced. */
const MAX_OPEN = 256;

/** What single messages of an agent used: several events may state the same message, the last one counts. */
export class MessageUsages {
  private readonly open = new Map<string, ModelUsage>();
  private closed: readonly ModelUsage[] = [];

  /** Replaces what was said of the message. */
  put(id: string, model: string | undefined, tokens: TokenCount): void {
    this.open.delete(id);
    this.open.set(id, toModelUsage(model, tokens));
    for (const [oldest, usage] of this.open) {
      if (this.open.size <= MAX_OPEN) break;
      this.open.delete(oldest);
      this.closed = mergeModels([...this.closed, usage]) ?? this.closed;
    }
  }

  /** Sums for each model; undefined where one is too large to be exact. */
  get models(): readonly ModelUsage[] | undefined {
    return mergeModels([...this.closed, ...this.open.values()]);
  }
}
