import * as z from 'zod/mini';
import { toModelName, type UsageReport } from '../../../model/usage/usage';
import { isObject, wordOf } from '../../json/jsonValue';
import { MessageUsages } from './messageUsages';
import { amount, amountOrNone, withoutCache } from './usageParts';
import type { UsageReader } from './usageReader';

/**
 * Qwen Code: its result states the sums of the whole session, sub-agents included; before that each message states its
 * own figures.
 */
export class QwenUsage implements UsageReader {
  report: UsageReport | undefined;
  endsTurn = false;
  private readonly messages = new MessageUsages();

  read(event: object): void {
    if (!isObject(event)) return;
    if (event['type'] === 'assistant' && isObject(event['message'])) this.message(event['message']);
    else if (event['type'] === 'result') this.result(event['usage']);
  }

  private message({ id, model, usage }: Readonly<Record<string, unknown>>): void {
    const tokens = readTokens(usage);
    const name = wordOf(id);
    if (tokens === undefined || name === undefined) return;
    this.messages.put(name, toModelName(model), tokens);
    this.report = { models: this.messages.models, isPartial: true };
    this.endsTurn = false;
  }

  private result(usage: unknown): void {
    const tokens = readTokens(usage);
    if (tokens === undefined) return;
    const names = new Set(this.messages.models.flatMap(({ model }) => model ?? []));
    const [model] = names.size === 1 ? names : [];
    this.report = {
      models: [],
      ofSession: { ...(model !== undefined && { model }), tokens },
      isPartial: false,
    };
    this.endsTurn = true;
  }
}

const usageSchema = z.object({
  input_tokens: amount,
  output_tokens: amount,
  cache_read_input_tokens: amountOrNone,
});

function readTokens(value: unknown) {
  const usage = usageSchema.safeParse(value).data;
  if (usage === undefined) return undefined;
  const { input_tokens: read, cache_read_input_tokens: cacheRead, output_tokens: output } = usage;
  return withoutCache(read, { cacheRead, output });
}
