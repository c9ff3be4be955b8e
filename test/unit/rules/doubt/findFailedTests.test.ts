import assert from 'node:assert/strict';
import { findFailedTests } from '../../../../src/rules/doubt/findFailedTests';

const run = (failed: number, ...failingTests: readonly string[]) => ({
  measurement: { passed: 2, failed, skipped: 0 },
  failingTests,
});

describe('tests that failed in a pass', () => {
  it('are a doubt, with their names', () => {
    assert.deepEqual(findFailedTests(run(1, 'sums'), 0), {
      ...{ kind: 'failedTests', failed: 1, tests: ['sums'] },
    });
    assert.deepEqual(findFailedTests(run(2), 1), { kind: 'failedTests', failed: 2, tests: [] });
  });

  it('are none where the verification passed with as many before, or tells nothing', () => {
    assert.equal(findFailedTests(run(1, 'sums'), 1), undefined);
    assert.equal(findFailedTests(run(0), 0), undefined);
    assert.equal(findFailedTests({ measurement: undefined, failingTests: [] }, 0), undefined);
  });
});
