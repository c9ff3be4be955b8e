import assert from 'node:assert/strict';
import type { ExternalFailure } from '../../../../src/rules/failure/external/externalFailure';
import { EXTERNAL_KINDS } from '../../../../src/model/failure/failure';
import { decideRetry } from '../../../../src/rules/turn/decideRetry';

const LIMITS = { maxRetries: 2, retrySeconds: 30 };
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
    assert.deepEqual(decideRetry(outage, 1, LIMITS), {
      kind: 'retry',
      delayMs: 30_000,
      reason: 'service down: 503 Service Unavailable (retry 1 of 2)',
    });
    assert.deepEqual(decideRetry(outage, 3, LIMITS), {
      kind: 'blocked',
      reason:
        'service down: 503 Service Unavailable, 3 times in a row — Wait until the service is back; then resume.',
      remedy: 'Wait until the service is back; then resume.',
    });
  });

  it('blocks at once when a human has to do something, and when no retry is allowed', () => {
    const login: ExternalFailure = { ...outage, kind: 'authentication', handling: 'blocked' };
    assert.equal(decideRetry(login, 1, LIMITS).kind, 'blocked');
    const none = decideRetry(outage, 1, { ...LIMITS, maxRetries: 0 });
    assert.equal(none.kind, 'blocked');
    assert.doesNotMatch(none.reason, /in a row/);
  });

  it('blocks when the service asks for more patience than there is', () => {
    const day = { ...outage, retryAfterMs: 86_400_000 };
    assert.equal(decideRetry(day, 1, LIMITS).kind, 'blocked');
    const hour = decideRetry({ ...outage, retryAfterMs: 3_600_000 }, 1, LIMITS);
    assert.ok(hour.kind === 'retry' && hour.delayMs === 3_600_000);
  });

  it('has words for every kind', () => {
    for (const kind of EXTERNAL_KINDS) {
      assert.match(decideRetry({ ...outage, kind }, 1, LIMITS).reason, /^[a-z ]{8,}: 503/);
    }
  });
});
