import {
  addTokens,
  MAX_MODELS,
  NO_TOKENS,
  subtractTokens,
  toModelUsage,
  type ModelUsage,
  type TokenCount,
} from '../../../model/usage/usage';

/** Messages whose figures may still be replaced. */
const MAX_OPEN = 256;

/** What single messages of an agent used: several events may state the same message, the last one counts. */
export class MessageUsages {
  private readonly open = new Map<string, ModelUsage>();
  private readonly sums = new Map<string | undefined, TokenCount>();

  /** Replaces what was said of the message, unless a sum would be too large to be exact. */
  put(id: string, stated: string | undefined, tokens: TokenCount): void {
    const earlier = this.open.get(id);
    const isFull = this.sums.size >= MAX_MODELS && !this.sums.has(stated);
    const model = isFull ? [...this.sums.keys()].at(-1) : stated;
    const sum = addTokens(this.sumOf(model, earlier), tokens);
    if (sum === undefined) return;
    if (earlier !== undefined) this.sums.set(earlier.model, this.sumOf(earlier.model, earlier));
    this.sums.set(model, sum);
    this.open.delete(id);
    this.open.set(id, toModelUsage(model, tokens));
    const [oldest] = this.open.keys();
    if (this.open.size > MAX_OPEN && oldest !== undefined) this.open.delete(oldest);
  }

  /** Sums for each model. */
  get models(): readonly ModelUsage[] {
    return [...this.sums].map(([model, tokens]) => toModelUsage(model, tokens));
  }

  /** The sum of the model without this message. */
  private sumOf(model: string | undefined, message: ModelUsage | undefined): TokenCount {
    const sum = this.sums.get(model) ?? NO_TOKENS;
    if (message === undefined || message.model !== model) return sum;
    return subtractTokens(sum, message) ?? sum;
  }
}
