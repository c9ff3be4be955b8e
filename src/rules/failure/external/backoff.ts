import { MAX_RETRY_AFTER_MS, MAX_RETRY_WAIT_MS } from '../../../model/config/limits';

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

/**
 * Milliseconds to wait before the next try: what the service asked for, be it short; where it asks
 * for nothing, or gave no usable answer before, `firstMs`, doubled with every further failure up to
 * `MAX_RETRY_WAIT_MS` (never less than `firstMs`), or what it asked for where that is longer. Undefined when a human has to decide: the tries are used up, or the service asked for more
 * than `MAX_RETRY_AFTER_MS`. No chance is in it: one task, one caller. Numbers that make no sense
 * count as the smallest that do.
 */
export function retryDelay(state: RetryState): number | undefined {
  const failures = atLeast(1, state.failures);
  if (!(failures <= state.maxRetries)) return undefined;
  const first = atLeast(0, state.firstMs);
  const own = Math.min(first * 2 ** (failures - 1), Math.max(first, MAX_RETRY_WAIT_MS));
  const asked = atLeast(0, state.retryAfterMs ?? 0);
  if (asked > MAX_RETRY_AFTER_MS) return undefined;
  const takesItsWord = state.retryAfterMs !== undefined && failures === 1;
  return takesItsWord ? asked : Math.max(own, asked);
}

function atLeast(least: number, value: number): number {
  return Number.isNaN(value) ? least : Math.max(least, value);
}
