import { isObject } from '../json/jsonValue';
import { answerDocument } from './answerDocument';
import type { CallFailure } from './endpointFailure';
import { tokens } from './tokens';

/** Vectors from a service. */
export interface Embeddings {
  readonly kind: 'answered';
  /** In the order of the texts: finite numbers, the same count in each, one at least. */
  readonly vectors: readonly (readonly number[])[];
  readonly inputTokens?: number;
}

/** Reads the body of a list of embeddings, which must hold `count` of them. */
export function readEmbeddings(body: string, count: number): Embeddings | CallFailure {
  const document = answerDocument(body);
  if (!document.ok) return document.trouble;
  const { data, usage } = document.value;
  const vectors = sortByIndex(Array.isArray(data) ? data : [], count);
  const length = vectors?.[0]?.length ?? 0;
  if (vectors?.every((vector) => vector.length === length) !== true || length === 0)
    return { kind: 'not understood' };
  return {
    kind: 'answered',
    vectors,
    ...tokens('inputTokens', isObject(usage) ? usage['prompt_tokens'] : undefined),
  };
}

/** Ordered by the index that each names, else by position; undefined unless all are present. */
function sortByIndex(
  data: readonly unknown[],
  count: number,
): readonly (readonly number[])[] | undefined {
  if (data.length !== count) return undefined;
  const vectors = new Map<unknown, readonly number[]>();
  for (const [place, item] of data.entries()) {
    if (!isObject(item) || !isVector(item['embedding'])) return undefined;
    vectors.set(item['index'] ?? place, item['embedding']);
  }
  const ordered = data.map((_, index) => vectors.get(index));
  return ordered.every((vector) => vector !== undefined) ? ordered : undefined;
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((number) => Number.isFinite(number));
}
