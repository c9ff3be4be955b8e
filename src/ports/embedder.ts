/** Says how alike two texts are. */
export interface Embedder {
  /** Which one it is, for reports: "words", or the name of a model. */
  readonly name: string;
  /** Cosine above which two requests are the same one (0–1). */
  readonly sameRequest: number;
  /**
   * Cosine similarity (0–1) of `text` with each of `others`, in their order. Rejects when it cannot
   * tell; the caller then asks another embedder.
   */
  similarities(text: string, others: readonly string[]): Promise<readonly number[]>;
}
