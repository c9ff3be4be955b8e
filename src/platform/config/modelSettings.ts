import type { z } from 'zod/mini';
import type { DevsConfig, EmbeddingSettings, JudgeSettings } from '../../model/config/config';
import { toMilliseconds } from './parseDuration';
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

function buildJudge({
  timeout = DEFAULT_JUDGE_TIMEOUT,
  maxCalls = DEFAULT_MAX_CALLS,
  prices,
  ...model
}: WrittenJudge): JudgeSettings {
  const timeoutMs = toMilliseconds(timeout, MODEL_TIMEOUT_RANGE);
  return { model, timeoutMs, maxCalls, ...(prices === undefined ? {} : { prices }) };
}

function buildEmbeddings(
  { url, model, timeout = DEFAULT_EMBEDDING_TIMEOUT }: WrittenEmbeddings,
  judge: WrittenJudge | undefined,
): EmbeddingSettings {
  const address = url ?? (judge?.type === 'endpoint' ? judge.url : undefined);
  if (address === undefined) throw new Error('"embeddings" was not validated');
  return { url: address, model, timeoutMs: toMilliseconds(timeout, MODEL_TIMEOUT_RANGE) };
}
