import type { z } from 'zod';
import type {
  DevsConfig,
  EmbeddingSettings,
  JudgeModel,
  JudgeSettings,
} from '../../model/config/config';
import { parseDuration } from './duration';
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

/** What a file without problems says of models. */
export function modelSettings(file: {
  readonly judge?: WrittenJudge | undefined;
  readonly embeddings?: WrittenEmbeddings | undefined;
}): Pick<DevsConfig, 'judge' | 'embeddings'> {
  const { judge, embeddings } = file;
  return {
    ...(judge === undefined ? {} : { judge: judgeOf(judge) }),
    ...(embeddings === undefined ? {} : { embeddings: embeddingsOf(embeddings, judge) }),
  };
}

function judgeOf(written: WrittenJudge): JudgeSettings {
  return {
    model: modelOf(written),
    timeoutMs: milliseconds(written.timeout ?? DEFAULT_JUDGE_TIMEOUT),
    maxCalls: written.maxCalls ?? DEFAULT_MAX_CALLS,
    ...(written.prices === undefined ? {} : { prices: written.prices }),
  };
}

function modelOf(written: WrittenJudge): JudgeModel {
  if (written.type === 'endpoint')
    return { type: 'endpoint', url: withoutEnd(written.url), model: written.model.trim() };
  const { vendor, model } = written;
  return {
    type: 'vscode',
    ...(vendor === undefined ? {} : { vendor: vendor.trim() }),
    ...(model === undefined ? {} : { model: model.trim() }),
  };
}

function embeddingsOf(
  { url, model, timeout }: WrittenEmbeddings,
  judge: WrittenJudge | undefined,
): EmbeddingSettings {
  const address = url ?? (judge?.type === 'endpoint' ? judge.url : undefined);
  if (address === undefined) throw new Error('"embeddings" was not validated');
  const timeoutMs = milliseconds(timeout ?? DEFAULT_EMBEDDING_TIMEOUT);
  return { url: withoutEnd(address), model: model.trim(), timeoutMs };
}

/** An address without the slashes at its end. */
function withoutEnd(url: string): string {
  return url.replace(/\/+$/, '');
}

function milliseconds(duration: string): number {
  const parsed = parseDuration(duration, MODEL_TIMEOUT_RANGE);
  if (parsed === undefined) throw new Error(`"${duration}" was not validated`);
  return parsed;
}
