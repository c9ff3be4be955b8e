import { SAME_REQUEST, lexicalSimilarity } from '../../rules/similarity/lexicalSimilarity';
import type { Embedder } from '../../ports/embedder';
import type { RunObserver } from '../../ports/runObserver';

/** Similarity of a text to others. */
export interface Comparison {
  /** Cosine similarity (0–1) with each of the others, in their order. */
  readonly similarities: readonly number[];
  /** Above it two texts ask the same (0–1). */
  readonly sameAbove: number;
}

/** Compares texts; what it compares with may change from one question to the next. */
export interface RequestSimilarity {
  /** Never rejects. */
  compare(text: string, others: readonly string[]): Promise<Comparison>;
}

/**
 * Asks the embedder and, where that one cannot tell, the words alone; says so once, as a warning.
 * Meant to be made once for a run.
 */
export function createRequestSimilarity(
  embedder: Embedder,
  observer: Pick<RunObserver, 'onWarning'>,
): RequestSimilarity {
  let warned = false;
  return {
    compare: async (text, others) => {
      if (others.length === 0) return { similarities: [], sameAbove: embedder.sameRequest };
      try {
        return await askModel(embedder, text, others);
      } catch (error) {
        if (!warned) observer.onWarning(warning(embedder, error));
        warned = true;
        return byWords(text, others);
      }
    },
  };
}

function byWords(text: string, others: readonly string[]): Comparison {
  const similarities = others.map((other) => lexicalSimilarity(text, other));
  return { similarities, sameAbove: SAME_REQUEST };
}

async function askModel(
  embedder: Embedder,
  text: string,
  others: readonly string[],
): Promise<Comparison> {
  const similarities = await embedder.similarities(text, others);
  if (similarities.length !== others.length || !similarities.every(Number.isFinite)) {
    throw new Error(`it did not return one number for each text`);
  }
  return { similarities, sameAbove: embedder.sameRequest };
}

function warning({ name }: Embedder, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `requests are compared by their words only: the embedder "${name}" could not compare them (${why})`;
}
