import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_RETRY_WAIT_MS } from '../../../../../src/model/config/limits';
import { retryDelay } from '../../../../../src/rules/failure/external/backoff';

const DAY = 24 * 3_600_000;
const state = {
  ...{ failures: 1, retryAfterMs: undefined, firstMs: 30_000, maxRetries: 6 },
  maxWaitMs: 8 * DAY,
};

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
    assert.equal(retryDelay({ ...state, retryAfterMs: 8 * DAY }), 8 * DAY);
  });

  it('leaves it to a human when the service asks for more than it may', () => {
    assert.equal(retryDelay({ ...state, retryAfterMs: 8 * DAY + 1 }), undefined);
    assert.equal(retryDelay({ ...state, retryAfterMs: Infinity }), undefined);
    const impatient = { ...state, maxWaitMs: 0 };
    const quarter = MAX_RETRY_WAIT_MS;
    assert.equal(retryDelay({ ...impatient, retryAfterMs: quarter }), quarter);
    assert.equal(retryDelay({ ...impatient, retryAfterMs: quarter + 1 }), undefined);
  });

  it('never waits less than the user set for the first try', () => {
    assert.equal(retryDelay({ ...state, firstMs: 3_600_000, failures: 3 }), 3_600_000);
  });

  it('takes numbers that make no sense as the smallest that do', () => {
    assert.equal(retryDelay({ ...state, failures: NaN }), 30_000);
    assert.equal(retryDelay({ ...state, failures: -2, firstMs: NaN, retryAfterMs: NaN }), 0);
    assert.equal(retryDelay({ ...state, maxRetries: NaN }), undefined);
  });

  it('never shrinks with further failures and never exceeds the longest wait', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99 }),
        fc.nat(3_600_000),
        fc.double(),
        (failures, firstMs, asked) => {
          const about = { ...state, firstMs, retryAfterMs: asked, maxRetries: 100 };
          const one = retryDelay({ ...about, failures });
          const next = retryDelay({ ...about, failures: failures + 1 });
          if (one === undefined || next === undefined) assert.ok(asked > 8 * DAY);
          else assert.ok(one >= 0 && next >= one && next <= 8 * DAY);
        },
      ),
    );
  });
});
