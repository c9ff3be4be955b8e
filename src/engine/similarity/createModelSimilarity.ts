import { SAME_REQUEST, classifyByWords } from '../../rules/similarity/lexicalSimilarity';
import type { EmbeddingSettings } from '../../model/config/config';
import { MAX_EMBEDDED, type TextPair } from '../../ports/embedder';
import type { RequestSimilarity } from './requestSimilarity';
import type { EmbeddingComparison } from './embeddingComparison';

export interface ModelSimilarityOptions {
  readonly comparison: EmbeddingComparison;
  /** Absent: words alone decide. */
  readonly settings: EmbeddingSettings | undefined;
  /** Used if no model decides. */
  readonly words: RequestSimilarity;
  readonly signal: AbortSignal;
}

/**
 * Compares requests by their words and, where those leave it open, by a model: what is alike by
 * words, or clearly contrasts, no model is asked about; nor about requests that are too long for it.
 */
export function createModelSimilarity({
  comparison,
  settings,
  words,
  signal,
}: ModelSimilarityOptions): RequestSimilarity {
  if (settings === undefined) return words;
  return {
    compare: async (text, others) => {
      const decided = others.map((other) => decide(text, other));
      const pairs = others.flatMap((other, place): TextPair[] =>
        decided[place] === undefined ? [[text, other]] : [],
      );
      if (pairs.length === 0)
        return { similarities: numbers(decided, []), sameAbove: SAME_REQUEST };
      const answer = await comparison.compare(settings, { kind: 'requests', pairs, signal });
      if (answer === undefined) return await words.compare(text, others);
      return { similarities: numbers(decided, answer.cosines), sameAbove: answer.sameAbove };
    },
  };
}

function decide(text: string, other: string): number | undefined {
  switch (classifyByWords(text, other)) {
    case 'same':
      return 1;
    case 'different':
      return 0;
    case undefined:
      // What is not sent may be what differs.
      return Math.max(text.length, other.length) > MAX_EMBEDDED ? 0 : undefined;
  }
}

/** The decided similarities, with the cosines filled into the gaps in order. */
function numbers(
  decided: readonly (number | undefined)[],
  cosines: readonly number[],
): readonly number[] {
  const left = cosines.values();
  return decided.map((number) => number ?? Math.max(0, left.next().value ?? 0));
}
