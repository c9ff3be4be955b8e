import type { EmbeddingSettings } from '../../domain/config';
import type { Embedder } from '../../ports/embedder';
import type { ModelKeys } from './modelKeys';

/** Compares texts by the vectors that an endpoint's model gives them. */
export function endpointEmbedder({ url, model }: EmbeddingSettings, keys: ModelKeys): Embedder {
  return {
    name: `${model} at ${new URL(url).host}`,
    sameRequest: 1,
    similarities: async () => {
      await keys.find(url);
      throw new Error('not connected');
    },
  };
}
