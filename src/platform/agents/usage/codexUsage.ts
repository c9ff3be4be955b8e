import * as z from 'zod/mini';
import type { UsageReport } from '../../../model/usage/usage';
import { amount, amountOrNone, withoutCache } from './usageParts';
import type { UsageReader } from './usageReader';

/** Codex: the end of a turn states the sums of its whole thread, without sub-agents and without a model. */
export class CodexUsage implements UsageReader {
  report: UsageReport | undefined;
  readonly endsTurn = true;

  read(event: object): void {
    const usage = eventSchema.safeParse(event).data?.usage;
    if (usage === undefined) return;
    const tokens = withoutCache(usage.input_tokens, {
      cacheRead: usage.cached_input_tokens,
      cacheWrite: usage.cache_write_input_tokens,
      output: usage.output_tokens,
    });
    this.report = {
      models: [],
      ofSession: tokens ? { tokens } : {},
      isPartial: tokens === undefined,
    };
  }
}

const eventSchema = z.object({
  type: z.literal('turn.completed'),
  usage: z.object({
    input_tokens: amount,
    cached_input_tokens: amountOrNone,
    cache_write_input_tokens: amountOrNone,
    output_tokens: amount,
  }),
});
