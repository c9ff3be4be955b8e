import assert from 'node:assert/strict';
import fc from 'fast-check';
import { REQUEST_TRIPLES } from '../../../../src/rules/similarity/requestTriples';
import { classifyByWords } from '../../../../src/rules/similarity/lexicalSimilarity';
import {
  calibrate,
  toCalibrationPairs,
  type Score,
} from '../../../../src/rules/similarity/calibrate';
import { FAILURE_TRIPLES } from '../../../../src/rules/lessons/failureTriples';

const scoresOf = (same: readonly number[], different: readonly number[]): readonly Score[] => [
  ...same.map((cosine) => ({ cosine, same: true })),
  ...different.map((cosine) => ({ cosine, same: false })),
];

const cosine = fc.double({ min: -1, max: 1, noNaN: true });
const scores = fc.array(fc.record({ cosine, same: fc.boolean() }), { maxLength: 60 });

describe('calibrating a model', () => {
  it('puts the threshold half way from the most alike different texts to the mean of the same ones above', () => {
    assert.deepEqual(calibrate(scoresOf([0.9, 0.7, 0.2], [0.6, 0.1])), {
      kind: 'calibrated',
      threshold: 0.7,
      accuracy: 3 / 5,
    });
  });

  it('follows the model to wherever its cosines lie', () => {
    const low = calibrate(scoresOf([0.31, 0.35], [0.1, 0.05]));
    const high = calibrate(scoresOf([0.97, 0.98], [0.95, 0.9]));
    assert.ok(low.kind === 'calibrated' && low.threshold < 0.3);
    assert.ok(high.kind === 'calibrated' && high.threshold > 0.95);
  });

  for (const [what, told] of [
    ['finds everything alike', scoresOf([0.8, 0.8, 0.8], [0.8, 0.8])],
    ['finds everything the very same', scoresOf([1, 1], [1])],
    ['finds different texts more alike', scoresOf([0.1, 0.2], [0.8, 0.9])],
    ['finds one of four same ones above the others', scoresOf([0.9, 0.5, 0.5, 0.5], [0.6])],
    ['gives what is no number', scoresOf([0.9, NaN], [0.1])],
    ['was asked about the same alone', scoresOf([0.9, 0.8], [])],
    ['was asked about different ones alone', scoresOf([], [0.1])],
    ['was asked nothing', []],
  ] as const)
    it(`refuses one that ${what}`, () => {
      assert.deepEqual(calibrate(told), { kind: 'cannot tell' });
    });

  it('never calls two different texts the same that it was calibrated with, and always some same ones', () => {
    fc.assert(
      fc.property(scores, (told) => {
        const found = calibrate(told);
        if (found.kind === 'cannot tell') return;
        const called = told.filter((score) => score.cosine > found.threshold);
        assert.ok(called.length > 0 && called.every(({ same }) => same));
        assert.ok(found.threshold < 1);
        assert.ok(found.accuracy > 0 && found.accuracy <= 1);
      }),
    );
  });

  it('does not depend on the order', () => {
    const shuffled = scores.chain((told) =>
      fc.tuple(fc.constant(told), fc.shuffledSubarray(told, { minLength: told.length })),
    );
    fc.assert(
      fc.property(shuffled, ([told, other]) => assert.deepEqual(calibrate(other), calibrate(told))),
    );
  });
});

describe('what models are calibrated with', () => {
  for (const [what, triples] of [
    ['requests', REQUEST_TRIPLES],
    ['failures', FAILURE_TRIPLES],
  ] as const)
    it(`is each of the ${what} once, short enough for two requests`, () => {
      const texts = triples.flat();
      assert.equal(new Set(texts).size, texts.length);
      assert.ok(texts.length <= 64);
      assert.ok(texts.every((text) => text.length > 10 && text.length < 200));
    });

  it('are requests that words leave open, enough of both sorts', () => {
    const isOpen = (one: string, other: string): boolean =>
      classifyByWords(one, other) === undefined;
    const pairs = toCalibrationPairs(REQUEST_TRIPLES, isOpen);
    assert.ok(pairs.every(({ texts }) => isOpen(...texts)));
    assert.ok(pairs.filter(({ same }) => same).length >= 15);
    assert.ok(pairs.filter(({ same }) => !same).length >= 100);
  });
});
