import assert from 'node:assert/strict';
import type { AcceptedPass } from '../../../../src/model/baseline/acceptedPass';
import type { Baseline } from '../../../../src/model/baseline/baseline';
import { applyAccepted } from '../../../../src/rules/doubt/applyAccepted';

const CASES = [
  { id: 'adds', outcome: 'passed' },
  { id: 'sums', outcome: 'failed' },
] as const;
const BASELINE: Baseline = {
  ...{ taskId: 'other', command: 'npm test', at: '2026-01-01T00:00:00.000Z' },
  ...{ state: 's', checkpoint: 'c', failingTests: ['sums'] },
  verification: {
    ...{ end: { kind: 'exit', code: 1 }, outputTail: '', durationMs: 1 },
    measurement: { passed: 1, failed: 1, skipped: 0 },
  },
};
const gone = (missing: readonly string[]): AcceptedPass => ({
  ...{ from: 'a', to: 'b', commands: { from: 'npm test', to: 'npm run unit' } },
  doubts: [{ kind: 'fewerTests', ran: 1, before: 2, missing }],
});
const measurementOf = ({ verification }: Baseline) => verification.measurement;

describe('a baseline after Accept', () => {
  it('has no test that was accepted as gone, by name', () => {
    const applied = applyAccepted({ ...BASELINE, cases: CASES, accepted: [gone(['sums'])] });
    assert.deepEqual(applied.cases, [CASES[0]]);
    assert.deepEqual(applied.failingTests, []);
    assert.deepEqual(measurementOf(applied), { passed: 1, failed: 0, skipped: 0 });
  });

  it('has as many tests less where they have no names', () => {
    const applied = applyAccepted({ ...BASELINE, accepted: [gone([])] });
    assert.deepEqual(measurementOf(applied), { passed: 1, failed: 0, skipped: 0 });
  });

  it('has the accepted command, if it had the one before', () => {
    assert.equal(applyAccepted({ ...BASELINE, accepted: [gone([])] }).command, 'npm run unit');
    const other = applyAccepted({ ...BASELINE, command: 'npm run lint', accepted: [gone([])] });
    assert.equal(other.command, 'npm run lint');
    assert.deepEqual(measurementOf(other), measurementOf(BASELINE));
  });

  it('is unchanged without one', () => assert.equal(applyAccepted(BASELINE), BASELINE));
});
