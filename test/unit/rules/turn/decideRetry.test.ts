import assert from 'node:assert/strict';
import type { ExternalFailure } from '../../../../src/rules/failure/external/externalFailure';
import { EXTERNAL_KINDS } from '../../../../src/model/failure/failure';
import {
  decideRetry,
  type RetryDecision,
  type RetryFacts,
} from '../../../../src/rules/turn/decideRetry';

const LIMITS = { maxRetries: 2, retrySeconds: 30, maxWait: 192 };
const NOW = new Date(2026, 10, 28, 12, 0);

const facts = (failures: number, change: Partial<RetryFacts> = {}): RetryFacts => ({
  ...{ failures, limits: LIMITS, now: NOW },
  ...change,
});
const outage: ExternalFailure = {
  kind: 'outage',
  message: '503 Service Unavailable',
  subject: undefined,
  retryAfterMs: undefined,
  handling: 'retry',
  remedy: 'Wait until the service is back; then resume.',
};

describe('decideRetry', () => {
  it('tries again as often as allowed, then blocks with how often and the remedy', () => {
    assert.deepEqual(decideRetry(outage, facts(1)), {
      kind: 'retry',
      delayMs: 30_000,
      reason: 'service down: 503 Service Unavailable (retry 1 of 2)',
    });
    assert.deepEqual(decideRetry(outage, facts(3)), {
      kind: 'blocked',
      reason:
        'service down: 503 Service Unavailable, 3 times in a row — Wait until the service is back; then resume.',
      remedy: 'Wait until the service is back; then resume.',
    });
  });

  it('blocks at once when a human has to do something, and when no retry is allowed', () => {
    const login: ExternalFailure = { ...outage, kind: 'authentication', handling: 'blocked' };
    assert.equal(decideRetry(login, facts(1)).kind, 'blocked');
    const none = decideRetry(outage, facts(1, { limits: { ...LIMITS, maxRetries: 0 } }));
    assert.equal(none.kind, 'blocked');
    assert.doesNotMatch(none.reason, /in a row/);
  });

  it('waits for days where the service asks for it, and blocks beyond `limits.maxWait` with time and key', () => {
    const hour = 3_600_000;
    const ask = (hours: number, maxWait = 192): RetryDecision =>
      decideRetry(
        { ...outage, kind: 'rate_limit', retryAfterMs: hours * hour },
        facts(1, { limits: { ...LIMITS, maxWait }, agent: 'claude' }),
      );
    const week = ask(168);
    assert.ok(week.kind === 'retry' && week.delayMs === 168 * hour);
    const month = ask(720);
    const remedy =
      'The service asks to wait until 2026-12-28 12:00, longer than the 192 hours of `limits.maxWait`: resume the task then or with another agent, or raise `limits.maxWait` and resume it.';
    assert.deepEqual(month, {
      kind: 'blocked',
      reason: `claude has reached a limit: 503 Service Unavailable — ${remedy}`,
      remedy,
    });
    assert.equal(ask(720, 1_000).kind, 'retry');
    assert.equal(ask(1, 0).kind, 'blocked');
    assert.equal(ask(0.2, 0).kind, 'retry');
  });

  it('names the agent whose limit it waits for, and nobody where no time is named', () => {
    const limit: ExternalFailure = { ...outage, kind: 'rate_limit', message: '429' };
    const asked = { ...limit, retryAfterMs: 60_000 };
    const reasonOf = (failure: ExternalFailure, agent?: string): string =>
      decideRetry(failure, facts(1, agent === undefined ? {} : { agent })).reason;
    assert.equal(reasonOf(asked, 'claude'), 'claude has reached a limit: 429 (retry 1 of 2)');
    assert.equal(reasonOf(asked), 'rate limit: 429 (retry 1 of 2)');
    assert.equal(reasonOf(limit, 'claude'), 'rate limit: 429 (retry 1 of 2)');
  });

  it('has words for every kind', () => {
    for (const kind of EXTERNAL_KINDS) {
      assert.match(decideRetry({ ...outage, kind }, facts(1)).reason, /^[a-z ]{8,}: 503/);
    }
  });
});
