/** What the pause before the next try is computed from. */
export interface RetryState {
  /** Tries in a row that failed for such reasons, this one included; >= 1. */
  readonly failures: number;
  /** Milliseconds the service asked for. */
  readonly retryAfterMs: number | undefined;
  /** Milliseconds before the first new try. */
  readonly firstMs: number;
  /** Tries that are allowed. */
  readonly maxRetries: number;
}

/** Milliseconds to wait before the next try; undefined when a human has to decide. */
export function retryDelay(state: RetryState): number | undefined {
  return state.failures > state.maxRetries ? undefined : state.firstMs;
}
