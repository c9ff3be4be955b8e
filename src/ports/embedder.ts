import type { JudgeFailure } from './judge';

/** Measures the similarity of two texts. */
export interface Embedder {
  /** Name for reports: "words", or the name of a model. */
  readonly name: string;
  /** Cosine above which two requests are the same (0–1). */
  readonly sameRequest: number;
  /**
   * Cosine similarity (0–1) of `text` with each of `others`, in their order. Rejects if it cannot measure them; the
   * caller then uses another embedder.
   */
  similarities(text: string, others: readonly string[]): Promise<readonly number[]>;
}

export type TextPair = readonly [one: string, other: string];

/** Maximum number of characters of a text that are sent to a model. */
export const MAX_EMBEDDED = 2_000;

/** Similarity of texts by a model's embeddings. */
export type Cosines =
  | {
      readonly kind: 'told';
      /** One for each pair, in their order (−1 to 1). */
      readonly cosines: readonly number[];
    }
  | {
      readonly kind: 'failed';
      readonly why: JudgeFailure;
      /**
       * One sentence for humans without a full stop, with the failed service and the remedy; without keys, compared
       * texts and server output.
       */
      readonly detail: string;
      /** Retrying cannot help before a human acts. */
      readonly permanent: boolean;
    };

/** A model that converts texts to vectors. The cosine that means "the same" differs between models. */
export interface ModelEmbedder {
  /** For humans: "nomic-embed-text at localhost:11434". */
  readonly name: string;
  /**
   * Measures the cosine of each pair. A text is sent once while its vector is cached. An empty text is similar to no
   * other. Never rejects; settles soon after `signal` aborts.
   */
  cosines(pairs: readonly TextPair[], signal: AbortSignal): Promise<Cosines>;
}
