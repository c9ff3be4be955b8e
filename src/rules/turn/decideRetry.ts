import { retryDelay } from '../failure/external/backoff';
import type { ExternalFailure } from '../failure/external/externalFailure';
import type { ExternalKind } from '../../model/failure/failure';
import type { Limits } from '../../model/config/limits';

/** What follows from a failure that is not the agent's. `reason` is one line for humans. */
export type RetryDecision =
  | { readonly kind: 'retry'; readonly delayMs: number; readonly reason: string }
  | { readonly kind: 'blocked'; readonly reason: string };

const KIND_WORDS: Record<ExternalKind, string> = {
  outage: 'service down',
  rate_limit: 'rate limit',
  network: 'network failure',
  authentication: 'not logged in',
  missing_tool: 'missing tool',
  missing_dependency: 'missing dependency',
  disk_full: 'disk full',
  permission: 'permission denied',
};

/**
 * Rule 2: what may pass by itself is tried again after a pause, `limits.maxRetries` times in a row;
 * the rest, and what did not pass, blocks the task with the remedy. `failures`: times in a row that
 * it has failed for such reasons, this one included.
 */
export function decideRetry(
  failure: ExternalFailure,
  failures: number,
  limits: Pick<Limits, 'maxRetries' | 'retrySeconds'>,
): RetryDecision {
  const what = `${KIND_WORDS[failure.kind]}: ${failure.message}`;
  if (failure.then === 'blocked') return { kind: 'blocked', reason: `${what} — ${failure.remedy}` };
  const delayMs = retryDelay({
    failures,
    retryAfterMs: failure.retryAfterMs,
    firstMs: limits.retrySeconds * 1_000,
    maxRetries: limits.maxRetries,
  });
  if (delayMs !== undefined) {
    return {
      kind: 'retry',
      delayMs,
      reason: `${what} (retry ${failures} of ${limits.maxRetries})`,
    };
  }
  const tries = failures > limits.maxRetries && failures > 1 ? `, ${failures} times in a row` : '';
  return { kind: 'blocked', reason: `${what}${tries} — ${failure.remedy}` };
}
