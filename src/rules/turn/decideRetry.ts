import { retryDelay } from '../failure/external/backoff';
import type { ExternalFailure } from '../failure/external/externalFailure';
import type { ExternalKind } from '../../model/failure/failure';
import type { Limits } from '../../model/config/limits';

/** Consequence of an external failure. `reason` is one line for humans; where a human has to act it ends with the `remedy`. */
export type RetryDecision =
  | { readonly kind: 'retry'; readonly delayMs: number; readonly reason: string }
  | { readonly kind: 'blocked'; readonly reason: string; readonly remedy: string };

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
 * Applies rule 2: a transient failure is retried after a wait, up to `limits.maxRetries` times in a row; otherwise the
 * task is blocked with the remedy. `failures`: number of consecutive external failures, this one included.
 */
export function decideRetry(
  failure: ExternalFailure,
  failures: number,
  limits: Pick<Limits, 'maxRetries' | 'retrySeconds'>,
): RetryDecision {
  const what = `${KIND_WORDS[failure.kind]}: ${failure.message}`;
  const { remedy } = failure;
  if (failure.handling === 'blocked')
    return { kind: 'blocked', reason: `${what} — ${remedy}`, remedy };
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
  return { kind: 'blocked', reason: `${what}${tries} — ${remedy}`, remedy };
}
