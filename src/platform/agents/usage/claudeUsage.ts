import * as z from 'zod/mini';
import {
  mergeModels,
  toModelName,
  toModelUsage,
  toNanoUsd,
  type ModelUsage,
  type UsageReport,
} from '../../../model/usage/usage';
import { isObject, wordOf } from '../../json/jsonValue';
import { MessageUsages } from './messageUsages';
import { amount, amountOrNone } from './usageParts';
import type { UsageReader } from './usageReader';

/**
 * Claude Code. Its result counts all requests of this process, those of sub-agents included. Before that each message
 * states what it read, and, unless `--include-partial-messages` is set, less than it wrote.
 */
export class ClaudeUsage implements UsageReader {
  report: UsageReport | undefined;
  endsTurn = false;
  private readonly messages = new MessageUsages();
  /** The message that the main agent writes, with its model. */
  private streamed: { readonly id: string; readonly model: string | undefined } | undefined;

  read(event: object): void {
    if (!isObject(event)) return;
    switch (event['type']) {
      case 'assistant':
        this.message(event['message']);
        break;
      case 'stream_event':
        this.piece(event['event']);
        break;
      case 'result':
        this.result(event);
        break;
      default:
    }
  }

  private message(message: unknown): void {
    if (!isObject(message)) return;
    const id = wordOf(message['id']);
    // What was streamed of it is exact, what it began with is not.
    if (id === undefined || id === this.streamed?.id) return;
    this.put(id, message['model'], message['usage']);
  }

  private piece(event: unknown): void {
    if (!isObject(event)) return;
    const message = event['message'];
    if (event['type'] === 'message_start' && isObject(message)) {
      const id = wordOf(message['id']);
      this.streamed = id === undefined ? undefined : { id, model: wordOf(message['model']) };
      if (id !== undefined) this.put(id, message['model'], message['usage']);
    } else if (event['type'] === 'message_delta' && this.streamed !== undefined)
      this.put(this.streamed.id, this.streamed.model, event['usage']);
  }

  private put(id: string, model: unknown, usage: unknown): void {
    // Claude Code's own text.
    if (model === '<synthetic>') return;
    const tokens = messageSchema.safeParse(usage).data;
    if (tokens === undefined) return;
    this.messages.put(id, toModelName(model), tokens);
    this.report = { models: this.messages.models, isPartial: true };
    this.endsTurn = false;
  }

  private result({ modelUsage, usage, total_cost_usd: usd }: Readonly<Record<string, unknown>>) {
    const nanoUsd = toNanoUsd(usd);
    const listed = isObject(modelUsage) ? Object.entries(modelUsage) : [];
    const stated = listed.length === 0 ? readMain(usage) : readModels(listed);
    const models = stated ?? this.report?.models ?? [];
    if (models.length === 0 && nanoUsd === undefined) return;
    this.report = {
      models,
      ...(nanoUsd !== undefined && { nanoUsd }),
      isPartial: stated === undefined,
    };
    this.endsTurn = true;
  }
}

const messageSchema = z.pipe(
  z.object({
    input_tokens: amount,
    cache_read_input_tokens: amountOrNone,
    cache_creation_input_tokens: amountOrNone,
    output_tokens: amount,
  }),
  z.transform((usage) => ({
    input: usage.input_tokens,
    cacheRead: usage.cache_read_input_tokens,
    cacheWrite: usage.cache_creation_input_tokens,
    output: usage.output_tokens,
  })),
);

const modelSchema = z.object({
  inputTokens: amount,
  cacheReadInputTokens: amountOrNone,
  cacheCreationInputTokens: amountOrNone,
  outputTokens: amount,
  costUSD: z.optional(z.unknown()),
});

/** Undefined where one of them cannot be read. */
function readModels(
  listed: readonly (readonly [string, unknown])[],
): readonly ModelUsage[] | undefined {
  const models: ModelUsage[] = [];
  for (const [name, stated] of listed) {
    const usage = modelSchema.safeParse(stated).data;
    if (usage === undefined) return undefined;
    const tokens = {
      input: usage.inputTokens,
      cacheRead: usage.cacheReadInputTokens,
      cacheWrite: usage.cacheCreationInputTokens,
      output: usage.outputTokens,
    };
    models.push(toModelUsage(toModelName(name), tokens, toNanoUsd(usage.costUSD)));
  }
  return mergeModels(models);
}

/** Versions that do not list models. */
function readMain(value: unknown): readonly ModelUsage[] | undefined {
  const tokens = messageSchema.safeParse(value).data;
  return tokens && [toModelUsage(undefined, tokens)];
}
