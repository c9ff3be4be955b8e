import assert from 'node:assert/strict';
import { describeMetrics } from '../../../../src/reports/metrics/describeMetrics';
import { History } from './histories';

describe('flaky verifications in the metrics', () => {
  it('are counted by turn, with the tests that are flaky most often first', () => {
    const { all, agents } = new History()
      .turn('a', 'success', { flaky: { tests: ['login › retries'] } })
      .turn('b', 'no_progress', { flaky: { tests: ['cart › random', 'login › retries'] } })
      .turn('b')
      .metrics();
    assert.equal(all.flakyTurns, 2);
    assert.deepEqual(Object.entries(all.flakyTests), [
      ['login › retries', 2],
      ['cart › random', 1],
    ]);
    assert.equal(agents[0]?.figures.flakyTurns, 2);
    const shown = describeMetrics(all).find(({ key }) => key === 'flakyTurns');
    assert.equal(shown?.value, '2 turns');
    assert.equal(shown.basis, 'login › retries (2), cart › random (1)');
  });

  it('are not shown where no verification was flaky', () => {
    const { all } = new History().turn('a').metrics();
    assert.equal(all.flakyTurns, 0);
    assert.ok(describeMetrics(all).every(({ key }) => key !== 'flakyTurns'));
  });
});
