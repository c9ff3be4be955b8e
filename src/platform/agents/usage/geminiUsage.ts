import * as z from 'zod/mini';
import {
  mergeModels,
  toModelName,
  toModelUsage,
  type ModelUsage,
  type UsageReport,
} from '../../../model/usage/usage';
import { isObject } from '../../json/jsonValue';
import { amount, amountOrNone, withoutCache } from './usageParts';
import type { UsageReader } from './usageReader';

/** Gemini CLI: its result counts all requests of this process; what it thought stands in `total_tokens` alone. */
export class GeminiUsage implements UsageReader {
  report: UsageReport | undefined;
  readonly endsTurn = true;

  read(event: object): void {
    const stats = resultSchema.safeParse(event).data?.stats;
    if (stats === undefined) return;
    const models = readModels(stats.models) ?? readStats(undefined, stats);
    if (models !== undefined) this.report = { models, isPartial: false };
  }
}

const statsSchema = z.object({
  total_tokens: amount,
  input_tokens: amount,
  cached: amountOrNone,
  models: z.optional(z.unknown()),
});

const resultSchema = z.object({ type: z.literal('result'), stats: statsSchema });

/** Undefined for none, and where one of them cannot be read. */
function readModels(stated: unknown): readonly ModelUsage[] | undefined {
  if (!isObject(stated)) return undefined;
  const models: ModelUsage[] = [];
  for (const [name, value] of Object.entries(stated)) {
    const stats = statsSchema.safeParse(value).data;
    const usage = stats && readStats(toModelName(name), stats);
    if (usage === undefined) return undefined;
    models.push(...usage);
  }
  return models.length === 0 ? undefined : mergeModels(models);
}

function readStats(
  model: string | undefined,
  { total_tokens: total, input_tokens: read, cached }: z.output<typeof statsSchema>,
): readonly ModelUsage[] | undefined {
  if (total < read) return undefined;
  const tokens = withoutCache(read, { cacheRead: cached, output: total - read });
  return tokens && [toModelUsage(model, tokens)];
}
