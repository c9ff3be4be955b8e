import { MAX_RETRY_WAIT_MS } from '../../../model/config/limits';

/** Input of the wait before the next retry. */
export interface RetryState {
  /** Consecutive external failures, this one included; >= 1. */
  readonly failures: number;
  /** Milliseconds that the service asks to wait. */
  readonly retryAfterMs: number | undefined;
  /** Milliseconds before the first retry. */
  readonly firstMs: number;
  /** Maximum number of retries. */
  readonly maxRetries: number;
  /** Longest wait that the service may ask for, in milliseconds; it may always ask for `MAX_RETRY_WAIT_MS`. */
  readonly maxWaitMs: number;
}

/**
 * Computes the wait before the next retry, in milliseconds. After the first failure, the wait that the service asks
 * for, however short. Otherwise `firstMs`, doubled with every further failure up to `MAX_RETRY_WAIT_MS` (never less
 * than `firstMs`), or the wait that the service asks for if it is longer. Undefined if a human has to decide: no
 * retries are left, or the service asks for more than `maxWaitMs`. Without jitter, since one task is one
 * caller. Invalid numbers count as the smallest valid one.
 */
export function retryDelay(state: RetryState): number | undefined {
  const failures = atLeast(1, state.failures);
  if (!(failures <= state.maxRetries)) return undefined;
  const first = atLeast(0, state.firstMs);
  const own = Math.min(first * 2 ** (failures - 1), Math.max(first, MAX_RETRY_WAIT_MS));
  const asked = atLeast(0, state.retryAfterMs ?? 0);
  if (isTooLong(asked, state.maxWaitMs)) return undefined;
  const takesItsWord = state.retryAfterMs !== undefined && failures === 1;
  return takesItsWord ? asked : Math.max(own, asked);
}

/** Whether a service asks for more patience than there is. */
export function isTooLong(askedMs: number, maxWaitMs: number): boolean {
  return askedMs > atLeast(MAX_RETRY_WAIT_MS, maxWaitMs);
}

function atLeast(least: number, value: number): number {
  return Number.isNaN(value) ? least : Math.max(least, value);
}
