import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_RETRY_AFTER_MS, MAX_RETRY_WAIT_MS } from '../../../../../src/model/config/limits';
import { retryDelay } from '../../../../../src/rules/failure/external/backoff';

const state = { failures: 1, retryAfterMs: undefined, firstMs: 30_000, maxRetries: 6 };

describe('retryDelay', () => {
  it('doubles with every failure up to a quarter of an hour', () => {
    const waits = [1, 2, 3, 4, 5, 6].map((failures) => retryDelay({ ...state, failures }));
    assert.deepEqual(waits, [30_000, 60_000, 120_000, 240_000, 480_000, MAX_RETRY_WAIT_MS]);
  });

  it('leaves it to a human when the tries are used up', () => {
    assert.equal(retryDelay({ ...state, failures: 7 }), undefined);
    assert.equal(retryDelay({ ...state, maxRetries: 0 }), undefined);
  });

  it('waits as long as the service asks; when that was in vain, at least as long as it would', () => {
    assert.equal(retryDelay({ ...state, retryAfterMs: 45_000 }), 45_000);
    assert.equal(retryDelay({ ...state, retryAfterMs: 5_000 }), 5_000);
    assert.equal(retryDelay({ ...state, failures: 2, retryAfterMs: 5_000 }), 60_000);
    assert.equal(retryDelay({ ...state, retryAfterMs: MAX_RETRY_AFTER_MS }), MAX_RETRY_AFTER_MS);
  });

  it('leaves it to a human when the service asks for more than six hours', () => {
    assert.equal(retryDelay({ ...state, retryAfterMs: MAX_RETRY_AFTER_MS + 1 }), undefined);
    assert.equal(retryDelay({ ...state, retryAfterMs: Infinity }), undefined);
  });

  it('never waits less than the user set for the first try', () => {
    assert.equal(retryDelay({ ...state, firstMs: 3_600_000, failures: 3 }), 3_600_000);
  });

  it('takes numbers that make no sense as the smallest that do', () => {
    assert.equal(retryDelay({ ...state, failures: NaN }), 30_000);
    assert.equal(retryDelay({ ...state, failures: -2, firstMs: NaN, retryAfterMs: NaN }), 0);
    assert.equal(retryDelay({ ...state, maxRetries: NaN }), undefined);
  });

  it('never shrinks with further failures and never exceeds six hours', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99 }),
        fc.nat(3_600_000),
        fc.double(),
        (failures, firstMs, asked) => {
          const one = retryDelay({ failures, firstMs, retryAfterMs: asked, maxRetries: 100 });
          const next = retryDelay({
            failures: failures + 1,
            firstMs,
            retryAfterMs: asked,
            maxRetries: 100,
          });
          if (one === undefined || next === undefined) assert.ok(asked > MAX_RETRY_AFTER_MS);
          else assert.ok(one >= 0 && next >= one && next <= MAX_RETRY_AFTER_MS);
        },
      ),
    );
  });
});
