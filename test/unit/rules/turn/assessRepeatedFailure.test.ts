import assert from 'node:assert/strict';
import { assessRepeatedFailure } from '../../../../src/rules/turn/assessRepeatedFailure';
import type { FailureSignature } from '../../../../src/model/failure/failure';

function failed(number: number, hash: string, exactHash = hash) {
  const failure: FailureSignature = {
    hash,
    exactHash,
    exactMessage: hash,
    errorType: 'assertion',
    contextHash: '',
    failingTests: [],
  };
  return { number, failure };
}

describe('repeatedFailure', () => {
  it('the same failure twice is suspect, with both turns as proof, whatever came between', () => {
    const verdict = assessRepeatedFailure([failed(1, 'a'), failed(2, 'b'), failed(4, 'a')]);
    assert.ok(verdict.level === 'suspect');
    assert.equal(verdict.message, 'Exact error message match: the same failure as in turn 1');
    assert.deepEqual(verdict.evidence, [1, 4]);
  });

  it('says when only the lines moved', () => {
    const verdict = assessRepeatedFailure([failed(1, 'a', 'a:3'), failed(2, 'a', 'a:7')]);
    assert.ok(verdict.level === 'suspect');
    assert.equal(verdict.message, 'the same failure as in turn 1, at other lines');
  });

  it('a failure that was not there before, and no failure at all, say nothing', () => {
    assert.equal(assessRepeatedFailure([failed(1, 'a'), failed(2, 'b')]).level, 'none');
    assert.equal(assessRepeatedFailure([failed(1, 'a')]).level, 'none');
    assert.equal(assessRepeatedFailure([]).level, 'none');
  });
});
