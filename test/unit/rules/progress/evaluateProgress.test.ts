import assert from 'node:assert/strict';
import {
  evaluateProgress,
  type ProgressEvidence,
} from '../../../../src/rules/progress/evaluateProgress';
import { toMeasurement } from '../../../../src/rules/progress/toMeasurement';

const MARKERS = ['created docs/setup.md'];

function judged(change: Partial<ProgressEvidence>): ReturnType<typeof evaluateProgress> {
  return evaluateProgress({
    best: undefined,
    measurement: undefined,
    measurability: 'no tests',
    markers: [],
    firstTurn: false,
    failureKnown: false,
    stateKnown: false,
    replyKnown: false,
    ...change,
  });
}

describe('judgeProgress: where nothing can be measured', () => {
  it('completion markers are progress, and the reason names them', () => {
    const verdict = judged({ markers: MARKERS });
    assert.equal(verdict.progress, true);
    assert.match(verdict.reason, /^Task completion indicators present: created docs\/setup\.md/);
  });

  for (const known of ['failureKnown', 'stateKnown', 'replyKnown'] as const) {
    it(`markers with a ${known.replace('Known', '')} that the task has had before are none`, () => {
      assert.equal(judged({ markers: MARKERS, [known]: true }).progress, false);
    });
  }

  it('the first turn is the baseline, also for markers', () => {
    assert.equal(judged({ markers: MARKERS, firstTurn: true }).progress, false);
  });

  it('nothing to go by is no progress, and says so', () => {
    const verdict = judged({});
    assert.equal(verdict.progress, false);
    assert.equal(verdict.reason, 'no tests: progress cannot be measured');
  });

  it('tests that could not run are not called missing', () => {
    assert.match(judged({ measurability: 'nothing ran' }).reason, /^no test could run/);
  });

  it('markers say nothing once tests were measured, also when this turn could not be', () => {
    const best = { passed: 3, failed: 2, skipped: 0 };
    const broken = judged({ best, markers: MARKERS, measurability: 'nothing ran' });
    assert.equal(broken.progress, false);
    assert.deepEqual(broken.best, best);
    assert.equal(judged({ best, measurement: best, markers: MARKERS }).progress, false);
  });
});

describe('measurementOf', () => {
  const run = { source: 'pytest', passed: 0, failed: 0, errors: 0, skipped: 0, failingTests: [] };

  it('counts what could not run as failed, beside tests that ran', () => {
    const measured = toMeasurement({ ...run, passed: 3, failed: 1, errors: 2, skipped: 4 }, 12.5);
    const counts = { passed: 3, failed: 3, skipped: 4 };
    assert.deepEqual(measured, { ...counts, errors: 2, coverage: 12.5 });
  });

  it('a run in which no test ran measures nothing: it would make every later run look worse', () => {
    assert.equal(toMeasurement({ ...run, errors: 1 }, undefined), undefined);
    assert.equal(toMeasurement({ ...run, skipped: 9 }, undefined), undefined);
    assert.equal(toMeasurement(undefined, undefined), undefined);
  });

  it('coverage alone is a measurement', () => {
    assert.deepEqual(toMeasurement(undefined, 40), {
      passed: 0,
      failed: 0,
      skipped: 0,
      coverage: 40,
    });
  });
});
