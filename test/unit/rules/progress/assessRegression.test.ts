import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  isWorse,
  assessRegression,
  findWorsening,
  type MeasuredTurn,
} from '../../../../src/rules/progress/assessRegression';

/** Turns 1, 2, 3 … of a suite of ten tests of which so many fail. */
function failing(...counts: readonly number[]): readonly MeasuredTurn[] {
  return counts.map((failed, index) => ({
    number: index + 1,
    measurement: { passed: 10 - failed, failed, skipped: 0 },
  }));
}

describe('regression', () => {
  it('a turn with more failing tests than the one before moves away from the goal', () => {
    const verdict = assessRegression(failing(1, 3, 5, 8), [1, 4]);
    assert.ok(verdict.level === 'suspect');
    assert.equal(verdict.message, 'moving away from goal: 1 → 3 → 5 → 8 failing');
    assert.deepEqual(verdict.evidence, [1, 2, 3, 4]);
  });

  it('says nothing when the last turn stands as well or better, or when there is only one', () => {
    assert.equal(assessRegression(failing(1, 3, 3), [1, 2, 3]).level, 'none');
    assert.equal(assessRegression(failing(1, 3, 2), [1, 2, 3]).level, 'none');
    assert.equal(assessRegression(failing(9), [1]).level, 'none');
    assert.equal(assessRegression([], [1]).level, 'none');
  });

  it('a deleted passing test makes things worse, more passing ones with more failing ones too', () => {
    const before = { passed: 5, failed: 2, skipped: 0 };
    assert.equal(isWorse(before, { passed: 4, failed: 2, skipped: 0 }), true);
    assert.equal(isWorse(before, { passed: 9, failed: 3, skipped: 0 }), true);
    assert.equal(isWorse(before, { passed: 3, failed: 1, skipped: 0 }), false);
    assert.equal(isWorse(before, { passed: 0, failed: 0, skipped: 0, coverage: 10 }), false);
  });

  it('says passing where the failing ones stayed the same', () => {
    const measurement = { passed: 5, failed: 2, skipped: 0 };
    const verdict = assessRegression(
      [
        { number: 4, measurement },
        { number: 6, measurement: { ...measurement, passed: 3 } },
      ],
      [4, 6],
    );
    assert.ok(verdict.level === 'suspect');
    assert.equal(verdict.message, 'moving away from goal: 5 → 3 passing');
    assert.deepEqual(verdict.evidence, [4, 6]);
  });

  const strategies: readonly (readonly [
    string,
    readonly MeasuredTurn[],
    readonly number[],
    string,
  ])[] = [
    ['two turns in a row with more failing tests each', failing(1, 3, 5), [1, 2, 3], 'stuck'],
    ['one such turn', failing(3, 1, 3), [1, 2, 3], 'suspect'],
    ['two that a turn without a measurement separates', failing(1, 3, 5), [1, 2, 9, 3], 'suspect'],
    ['two of different strategies', failing(1, 3, 5), [3], 'suspect'],
    [
      'two of which one leaves as many failing and fewer passing',
      [...failing(1, 3), { number: 3, measurement: { passed: 2, failed: 3, skipped: 0 } }],
      [1, 2, 3],
      'suspect',
    ],
  ];
  for (const [name, turns, strategy, level] of strategies) {
    it(`ends a strategy after two turns in a row: ${name} is ${level}`, () => {
      assert.equal(assessRegression(turns, strategy).level, level);
    });
  }

  it('worsening: the last run of turns that got worse, each worse than the one before', () => {
    const runs = (...counts: readonly number[]): readonly number[] =>
      findWorsening(failing(...counts)).map((turn) => turn.number);
    assert.deepEqual(runs(2, 3, 4, 1, 2, 2), [4, 5]);
    assert.deepEqual(runs(5, 4, 3), []);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10 })), (counts) => {
        const run = findWorsening(failing(...counts));
        for (const [index, turn] of run.entries()) {
          const before = run[index - 1];
          if (before !== undefined) {
            assert.ok(turn.measurement.failed > before.measurement.failed);
            assert.equal(turn.number, before.number + 1);
          }
        }
      }),
    );
  });
});
