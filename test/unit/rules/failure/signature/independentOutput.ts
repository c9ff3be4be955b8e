/** A text and what stands in its place; every occurrence is replaced. */
export type Swap = readonly [string, string];

/** What a tool printed when it failed, what else it could have printed for the same failure, and what for another. */
export interface IndependentOutput {
  readonly tool: string;
  readonly text: string;
  /** All of these together leave the failure the same. */
  readonly reworded: readonly Swap[];
  /** Each of these by itself makes it another failure. */
  readonly others: readonly Swap[];
}
