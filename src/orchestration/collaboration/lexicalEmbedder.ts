import { SAME_REQUEST } from '../../detection/collaboration/sameRequest';
import type { Embedder } from '../../ports/embedder';

/** Compares texts by their words alone: no model, no network. Never rejects. */
export const lexicalEmbedder: Embedder = {
  name: 'words',
  sameRequest: SAME_REQUEST,
  similarities: async (text, others) => {
    // Its vocabulary is of no use before agents ask each other.
    const { lexicalSimilarity } = await import('../../detection/collaboration/similarity');
    return others.map((other) => lexicalSimilarity(text, other));
  },
};
