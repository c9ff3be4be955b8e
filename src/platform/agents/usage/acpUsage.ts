import * as z from 'zod/mini';
import {
  mergeModels,
  toModelName,
  toModelUsage,
  toNanoUsd,
  type ModelUsage,
  type TokenCount,
  type UsageReport,
} from '../../../model/usage/usage';
import { isObject } from '../../json/jsonValue';
import { acpInitializedSchema, acpMessageSchema } from '../streams/acpEvents';
import { amount, amountOrNone, withoutCache } from './usageParts';
import type { UsageReader } from './usageReader';

/** What the figures of an agent's answer to a prompt cover. */
type Coverage = 'prompt' | 'process' | 'last request';

/** Agents whose answers cover something else than their prompt, by the name that they state. */
const COVERAGES: ReadonlyMap<string, Coverage> = new Map([
  ['Copilot', 'process'],
  ['OpenCode', 'last request'],
]);

/** Agents whose cost covers the session over all its processes rather than this process. */
const COST_OF_SESSION = new Set(['OpenCode']);

/**
 * An agent that speaks the Agent Client Protocol: the answer to each prompt states what it used, single messages (Qwen
 * Code) or an update of the session (money) do so meanwhile.
 */
export class AcpUsage implements UsageReader {
  report: UsageReport | undefined;
  private agent = '';
  /** Whether the session is there: what comes before that is history of an earlier process. */
  private isOpen = false;
  private models: readonly ModelUsage[] = [];
  private nanoUsd: number | undefined;
  private isPartial = false;
  private hasTokens = false;

  read(event: object): void {
    const message = acpMessageSchema.safeParse(event).data;
    if (message === undefined) return;
    const { method, params, result } = message;
    if (method === 'session/update') this.update(params);
    else if (method === undefined && result !== undefined)
      this.answer(isObject(result) ? result : {});
  }

  private answer(result: Readonly<Record<string, unknown>>): void {
    const initialized = acpInitializedSchema.safeParse(result).data;
    if (initialized !== undefined) {
      this.agent = initialized.agentInfo?.name ?? '';
      return;
    }
    if (typeof result['stopReason'] === 'string') this.prompt(result);
    else this.forget();
    this.isOpen = true;
  }

  /** The prompt is not yet given: what was said belongs to an earlier process. */
  private forget(): void {
    this.models = [];
    this.nanoUsd = undefined;
    this.isPartial = false;
    this.hasTokens = false;
    this.report &&= { models: [], isPartial: true };
  }

  /** The answer to a prompt. */
  private prompt({ usage, _meta: meta }: Readonly<Record<string, unknown>>): void {
    const coverage = COVERAGES.get(this.agent) ?? 'prompt';
    if (coverage === 'last request') return;
    const quota = isObject(meta) && isObject(meta['quota']) ? meta['quota'] : {};
    const models = readModels(quota['model_usage'], usage) ?? readTotal(usage);
    if (models === undefined) {
      // Whatever it says of this prompt, it was no part of what was read.
      if (usage !== undefined && usage !== null) this.isPartial = true;
    } else this.add(models, coverage);
    if (quota['model_usage'] !== undefined && usage === undefined) this.isPartial = true;
    this.state();
  }

  private add(models: readonly ModelUsage[], coverage: Coverage): void {
    const merged = coverage === 'process' ? models : mergeModels([...this.models, ...models]);
    if (merged === undefined) {
      this.isPartial = true;
      return;
    }
    this.models = merged;
    this.hasTokens = true;
  }

  private update(params: unknown): void {
    const update = isObject(params) && isObject(params['update']) ? params['update'] : undefined;
    if (update === undefined || !this.isOpen) return;
    const { sessionUpdate: kind, cost, _meta: meta } = update;
    if (kind === 'usage_update') this.price(cost);
    else if (kind === 'agent_message_chunk' && isObject(meta) && meta['usage'] !== undefined)
      this.message(meta['usage']);
  }

  private message(usage: unknown): void {
    const models = readTotal(usage);
    if (models === undefined) this.isPartial = true;
    else this.add(models, 'prompt');
    this.state();
  }

  private price(cost: unknown): void {
    if (!isObject(cost) || cost['currency'] !== 'USD') return;
    const nanoUsd = toNanoUsd(cost['amount']);
    // A model without a known price is stated to cost nothing.
    if (nanoUsd === undefined || nanoUsd === 0) return;
    this.nanoUsd = nanoUsd;
    this.state();
  }

  private state(): void {
    const { nanoUsd, models, hasTokens, isPartial } = this;
    if (!hasTokens && nanoUsd === undefined) return;
    const money = nanoUsd === undefined ? {} : { nanoUsd };
    const isOfSession = COST_OF_SESSION.has(this.agent);
    this.report = isOfSession
      ? { models, isPartial: isPartial || !hasTokens, ofSession: money }
      : { models, isPartial: isPartial || !hasTokens, ...money };
  }
}

const totalSchema = z.object({
  inputTokens: amount,
  outputTokens: amount,
  totalTokens: amount,
  cachedReadTokens: amountOrNone,
  cachedWriteTokens: amountOrNone,
  thoughtTokens: amountOrNone,
});

/**
 * Agents count the cache inside or beside `inputTokens`, and thoughts inside or beside `outputTokens`: the total shows
 * which. Undefined if nothing adds up to it.
 */
function readTotal(value: unknown): readonly ModelUsage[] | undefined {
  const usage = totalSchema.safeParse(value).data;
  if (usage === undefined) return undefined;
  const { inputTokens: read, outputTokens, totalTokens: total, thoughtTokens: thought } = usage;
  const { cachedReadTokens: cacheRead, cachedWriteTokens: cacheWrite } = usage;
  const cache = cacheRead + cacheWrite;
  for (const output of new Set([outputTokens, outputTokens + thought])) {
    const tokens =
      read + cache + output === total
        ? { input: read, cacheRead, cacheWrite, output }
        : read + output === total
          ? withoutCache(read, { cacheRead, cacheWrite, output })
          : undefined;
    if (tokens !== undefined) return [toModelUsage(undefined, tokens)];
  }
  return undefined;
}

const besideSchema = z.object({
  inputTokens: amount,
  outputTokens: amount,
  totalTokens: amount,
  cachedInputTokens: amountOrNone,
  cachedWriteTokens: amountOrNone,
  cacheWriteInputTokens: amountOrNone,
});

/** Gemini CLI, which states neither its cache nor what it thought. */
const bareSchema = z.object({ input_tokens: amount, output_tokens: amount });

const quotaSchema = z.array(z.object({ model: z.unknown(), token_count: z.unknown() }));

/** Figures of each model, of the same prompt; undefined for none and where one cannot be read. */
function readModels(value: unknown, usage: unknown): readonly ModelUsage[] | undefined {
  const listed = quotaSchema.safeParse(value).data;
  if (listed === undefined || listed.length === 0) return undefined;
  const models: ModelUsage[] = [];
  for (const { model, token_count: count } of listed) {
    const tokens = usage === undefined ? readBare(count) : readBeside(count);
    if (tokens === undefined) return undefined;
    models.push(toModelUsage(toModelName(model), tokens));
  }
  return mergeModels(models);
}

function readBeside(value: unknown): TokenCount | undefined {
  const count = besideSchema.safeParse(value).data;
  if (count === undefined) return undefined;
  const tokens = {
    input: count.inputTokens,
    cacheRead: count.cachedInputTokens,
    cacheWrite: count.cachedWriteTokens + count.cacheWriteInputTokens,
    output: count.outputTokens,
  };
  const { input, cacheRead, cacheWrite, output } = tokens;
  return input + cacheRead + cacheWrite + output === count.totalTokens ? tokens : undefined;
}

function readBare(value: unknown): TokenCount | undefined {
  const count = bareSchema.safeParse(value).data;
  return (
    count && { input: count.input_tokens, cacheRead: 0, cacheWrite: 0, output: count.output_tokens }
  );
}
