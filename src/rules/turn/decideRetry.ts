import { MAX_RETRY_WAIT_MS } from '../../model/config/limits';
import { LONG_LIMIT_MS } from '../../model/usage/usageLimit';
import { isTooLong, retryDelay } from '../failure/external/backoff';
import type { ExternalFailure } from '../failure/external/externalFailure';
import type { ExternalKind } from '../../model/failure/failure';
import type { Limits } from '../../model/config/limits';
import { countOf } from '../../text/count';
import { clockTime } from '../../text/time';

/** Consequence of an external failure. `reason` is one line for humans; where a human has to act it ends with the `remedy`. */
export type RetryDecision =
  | {
      readonly kind: 'retry';
      readonly delayMs: number;
      readonly reason: string;
      /** How long the agent is at its usage limit, where another one is free before; absent: `delayMs`. */
      readonly limitMs?: number;
      /** The agent that goes on meanwhile; absent: the task waits. */
      readonly fallback?: string;
    }
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

/** What decides about a retry, besides the failure. */
export interface RetryFacts {
  /** Number of consecutive external failures, this one included. */
  readonly failures: number;
  readonly limits: Pick<Limits, 'maxRetries' | 'retrySeconds' | 'maxWait'>;
  readonly now: Date;
  /** Name of the agent whose failure it is; absent for a verification's, or where several were called. */
  readonly agent?: string;
  /** Name of the agent that can go on meanwhile if the failure is a usage limit; absent: none. */
  readonly fallback?: string;
  /** Milliseconds until the first of the others that could go on is at its own limit no longer; absent: there are no others. */
  readonly othersResetMs?: number;
}

const HOUR = 3_600_000;

/**
 * Applies rule 2: a transient failure is retried after a wait, up to `limits.maxRetries` times in a row, and up to
 * `limits.maxWait` hours where the service names a time; otherwise the task is blocked with the remedy. While another
 * agent goes on, the limit of this one may last as long as it likes, and so while another one is free soon enough.
 */
export function decideRetry(failure: ExternalFailure, facts: RetryFacts): RetryDecision {
  const { fallback, othersResetMs, limits } = facts;
  const { kind, handling, retryAfterMs } = failure;
  const what = describeFailure(failure, facts);
  const isLimit = kind === 'rate_limit' && handling !== 'blocked';
  if (isLimit && fallback !== undefined && isLong(retryAfterMs, facts.failures)) {
    const reason = `${what}; ${fallback} goes on meanwhile`;
    return { kind: 'retry', delayMs: retryAfterMs ?? MAX_RETRY_WAIT_MS, reason, fallback };
  }
  const alone = decideAlone(failure, facts, what);
  if (!isLimit || othersResetMs === undefined) return alone;
  if (alone.kind === 'blocked' && isTooLong(othersResetMs, limits.maxWait * HOUR)) return alone;
  const limitMs =
    alone.kind === 'retry' ? alone.delayMs : Math.max(retryAfterMs ?? 0, MAX_RETRY_WAIT_MS);
  const reason = alone.kind === 'retry' ? alone.reason : what;
  return { kind: 'retry', delayMs: Math.min(limitMs, othersResetMs), limitMs, reason };
}

/** Whether a limit is more than the agent itself waits out: one without a time is so from the second notice in a row. */
function isLong(retryAfterMs: number | undefined, failures: number): boolean {
  return retryAfterMs === undefined ? failures > 1 : retryAfterMs >= LONG_LIMIT_MS;
}

function describeFailure(
  { kind, message, retryAfterMs }: ExternalFailure,
  { agent, fallback, othersResetMs }: RetryFacts,
): string {
  const isLimit =
    kind === 'rate_limit' && (retryAfterMs ?? fallback ?? othersResetMs) !== undefined;
  const words = isLimit && agent !== undefined ? `${agent} has reached a limit` : KIND_WORDS[kind];
  return `${words}: ${message}`;
}

/** The decision where no other agent can go on; `what`: the failure in words. */
function decideAlone(
  { handling, retryAfterMs, remedy: help }: ExternalFailure,
  { failures, limits, now }: RetryFacts,
  what: string,
): RetryDecision {
  const blocked = (remedy: string, often = ''): RetryDecision => ({
    kind: 'blocked',
    reason: `${what}${often} — ${remedy}`,
    remedy,
  });
  if (handling === 'blocked') return blocked(help);
  const maxWaitMs = limits.maxWait * HOUR;
  if (retryAfterMs !== undefined && isTooLong(retryAfterMs, maxWaitMs))
    return blocked(describeTooLong(now.getTime() + retryAfterMs, limits.maxWait));
  const firstMs = limits.retrySeconds * 1_000;
  const { maxRetries } = limits;
  const delayMs = retryDelay({ failures, retryAfterMs, firstMs, maxRetries, maxWaitMs });
  if (delayMs !== undefined)
    return { kind: 'retry', delayMs, reason: `${what} (retry ${failures} of ${maxRetries})` };
  return blocked(help, failures > maxRetries && failures > 1 ? `, ${failures} times in a row` : '');
}

function describeTooLong(until: number, maxWait: number): string {
  const time = clockTime(new Date(until).toISOString());
  return `The service asks to wait until ${time}, longer than the ${countOf(maxWait, 'hour')} of \`limits.maxWait\`: resume the task then or with another agent, or raise \`limits.maxWait\` and resume it.`;
}
