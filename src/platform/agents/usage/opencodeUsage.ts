import * as z from 'zod/mini';
import {
  addMoney,
  addTokens,
  countTokens,
  NO_TOKENS,
  toModelUsage,
  toNanoUsd,
  type TokenCount,
  type UsageReport,
} from '../../../model/usage/usage';
import { amount, amountOrNone } from './usageParts';
import type { UsageReader } from './usageReader';

/** Ids of finished steps that are remembered. */
const MAX_IDS = 1_000;

/** opencode: each finished step states its own figures; sub-agents and the title of a session are in none. */
export class OpencodeUsage implements UsageReader {
  report: UsageReport | undefined;
  private readonly seen = new Set<string>();
  private tokens = NO_TOKENS;
  private nanoUsd: number | undefined = 0;
  private isPartial = false;

  read(event: object): void {
    const part = finishSchema.safeParse(event).data?.part;
    if (part === undefined || this.seen.has(part.id)) return;
    this.seen.add(part.id);
    const [oldest] = this.seen;
    if (this.seen.size > MAX_IDS && oldest !== undefined) this.seen.delete(oldest);
    this.add(tokensSchema.safeParse(part.tokens).data, part.cost);
  }

  private add(tokens: TokenCount | undefined, cost: unknown): void {
    // A model without a configured price is stated to cost nothing.
    const isFree = tokens !== undefined && countTokens(tokens) === 0;
    const nanoUsd = cost === 0 && !isFree ? undefined : toNanoUsd(cost);
    this.nanoUsd = addMoney(this.nanoUsd, nanoUsd);
    const sum = tokens && addTokens(this.tokens, tokens);
    if (sum === undefined) this.isPartial = true;
    else this.tokens = sum;
    this.report = {
      models: [toModelUsage(undefined, this.tokens)],
      ...(this.nanoUsd !== undefined && { nanoUsd: this.nanoUsd }),
      isPartial: this.isPartial,
    };
  }
}

const finishSchema = z.object({
  type: z.literal('step_finish'),
  part: z.object({
    id: z.string(),
    tokens: z.optional(z.unknown()),
    cost: z.optional(z.unknown()),
  }),
});

const tokensSchema = z.pipe(
  z.object({
    input: amount,
    output: amount,
    reasoning: amountOrNone,
    cache: z.optional(z.nullable(z.object({ read: amountOrNone, write: amountOrNone }))),
  }),
  z.transform(({ input, output, reasoning, cache }) => ({
    input,
    cacheRead: cache?.read ?? 0,
    cacheWrite: cache?.write ?? 0,
    output: output + reasoning,
  })),
);
