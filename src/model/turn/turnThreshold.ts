/** The loop threshold that a turn is measured against. */
export interface TurnThreshold {
  /** Whole number >= 1. */
  readonly value: number;
  /** `limits.loopThreshold`; absent unless `limits.adaptive` is on. */
  readonly configured?: number;
  /** Why it differs from the configured one: "4 instead of 3: 6 of 7 similar tasks were solved at the fourth turn (claude)"; absent if it does not. */
  readonly reason?: string;
}
