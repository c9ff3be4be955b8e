/** How much of its context an agent has used, and what its session has cost so far, as the agent itself states it. */
export interface ContextUsage {
  /** Tokens, a whole number >= 0. */
  readonly used: number;
  /** Tokens that fit, a whole number >= 1; absent if unknown. */
  readonly size?: number;
  /** Absent where the agent does not say. */
  readonly cost?: {
    /** >= 0. */
    readonly amount: number;
    /** ISO 4217, such as "USD". */
    readonly currency: string;
  };
}
