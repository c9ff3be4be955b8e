import type { z } from 'zod/mini';
import type {
  DevsConfig,
  EmbeddingSettings,
  JudgeModel,
  JudgeSettings,
} from '../../model/config/config';
import { parseDuration } from './parseDuration';
import {
  DEFAULT_EMBEDDING_TIMEOUT,
  DEFAULT_JUDGE_TIMEOUT,
  DEFAULT_MAX_CALLS,
  MODEL_TIMEOUT_RANGE,
  type embeddingsSchema,
  type judgeSchema,
} from './modelSchemas';

type WrittenJudge = z.infer<typeof judgeSchema>;
type WrittenEmbeddings = z.infer<typeof embeddingsSchema>;

/** Builds the settings of judge and embeddings from a valid file. */
export function buildModelSettings(file: {
  readonly judge?: WrittenJudge | undefined;
  readonly embeddings?: WrittenEmbeddings | undefined;
}): Pick<DevsConfig, 'judge' | 'embeddings'> {
  const { judge, embeddings } = file;
  return {
    ...(judge === undefined ? {} : { judge: buildJudge(judge) }),
    ...(embeddings === undefined ? {} : { embeddings: buildEmbeddings(embeddings, judge) }),
  };
}

function buildJudge(written: WrittenJudge): JudgeSettings {
  return {
    model: buildJudgeModel(written),
    timeoutMs: toMilliseconds(written.timeout ?? DEFAULT_JUDGE_TIMEOUT),
    maxCalls: written.maxCalls ?? DEFAULT_MAX_CALLS,
    ...(written.prices === undefined ? {} : { prices: written.prices }),
  };
}

function buildJudgeModel(written: WrittenJudge): JudgeModel {
  if (written.type === 'endpoint')
    return { type: 'endpoint', url: trimSlashes(written.url), model: written.model.trim() };
  const { vendor, model } = written;
  return {
    type: 'vscode',
    ...(vendor === undefined ? {} : { vendor: vendor.trim() }),
    ...(model === undefined ? {} : { model: model.trim() }),
  };
}

function buildEmbeddings(
  { url, model, timeout }: WrittenEmbeddings,
  judge: WrittenJudge | undefined,
): EmbeddingSettings {
  const address = url ?? (judge?.type === 'endpoint' ? judge.url : undefined);
  if (address === undefined) throw new Error('"embeddings" was not validated');
  const timeoutMs = toMilliseconds(timeout ?? DEFAULT_EMBEDDING_TIMEOUT);
  return { url: trimSlashes(address), model: model.trim(), timeoutMs };
}

/** Removes slashes at the end of a URL. */
function trimSlashes(url: string): string {
  return url.replace(/\/+$/, '');
}

function toMilliseconds(duration: string): number {
  const parsed = parseDuration(duration, MODEL_TIMEOUT_RANGE);
  if (parsed === undefined) throw new Error(`"${duration}" was not validated`);
  return parsed;
}
