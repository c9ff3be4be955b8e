import { lexicalSimilarity, SAME_REQUEST } from '../../rules/similarity/lexicalSimilarity';
import type { Embedder } from '../../ports/embedder';

/** Compares texts by their words alone: no model, no network. Never rejects. */
export const lexicalEmbedder: Embedder = {
  name: 'words',
  sameRequest: SAME_REQUEST,
  similarities: (text, others) =>
    Promise.resolve(others.map((other) => lexicalSimilarity(other, text))),
};
