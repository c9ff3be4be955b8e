import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findLessons } from '../../../../src/rules/lessons/findLessons';
import {
  ASKED_LESSONS,
  modelSimilarity,
  openLessons,
} from '../../../../src/rules/lessons/openLessons';
import { LEAST_SIMILARITY } from '../../../../src/rules/lessons/failureSimilarity';
import { lessonOf, signatureOf } from './lessonSamples';

const FAILED = signatureOf('src/cart.ts(3,21): error TS2339: the basket has no total');

describe('the lessons that a model is asked about', () => {
  it('are those that words leave open, and that no code of the tool contradicts', () => {
    const lessons = [
      lessonOf('src/cart.ts(3,21): error TS2339: the basket has no total', { id: 'the same' }),
      lessonOf('src/view.ts(8,1): error TS2339: the basket has no total', { id: 'alike' }),
      lessonOf('src/cart.ts(9,2): error TS7030: a sum is missing', { id: 'another code' }),
      lessonOf('a sum is missing here', { id: 'open' }),
    ];
    assert.deepEqual(
      openLessons(lessons, FAILED).map(({ id }) => id),
      ['open'],
    );
  });

  it('are the newest ones where there are many', () => {
    const lessons = Array.from({ length: ASKED_LESSONS + 50 }, (_, place) =>
      lessonOf(`nothing like it: ${'abcdefghij'[place % 10]}`, {
        id: `lesson ${place}`,
        at: new Date(Date.UTC(2026, 0, 1, 0, place)).toISOString(),
      }),
    );
    const open = openLessons(lessons, FAILED);
    assert.equal(open.length, ASKED_LESSONS);
    assert.equal(open[0]?.id, `lesson ${ASKED_LESSONS + 49}`);
  });
});

describe('a cosine among the similarities of lessons', () => {
  const share = fc.double({ min: 0, max: 0.999, noNaN: true });

  it('is 0 up to the threshold, and above it never as much as the same failure', () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1.001, noNaN: true }), share, (cosine, threshold) => {
        const found = modelSimilarity(cosine, threshold);
        if (cosine <= threshold) assert.equal(found, 0);
        else assert.ok(found >= LEAST_SIMILARITY && found < 1, String(found));
      }),
    );
  });

  it('grows with the cosine', () => {
    fc.assert(
      fc.property(share, share, share, (one, other, threshold) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        assert.ok(modelSimilarity(less, threshold) <= modelSimilarity(more, threshold));
      }),
    );
  });

  it('ranks lessons together with their words, of which the better counts', () => {
    const lessons = [
      lessonOf('a sum is missing here', { id: 'by the model' }),
      lessonOf('src/view.ts(8,1): error TS2339: the basket has no total', { id: 'by words' }),
      lessonOf('nobody is there', { id: 'by neither' }),
    ];
    const ids = (alike: ReadonlyMap<string, number>): readonly string[] =>
      findLessons(lessons, FAILED, 3, alike).map(({ lesson }) => lesson.id);
    const words = findLessons(lessons, FAILED)[0]?.similarity ?? 0;
    assert.deepEqual(ids(new Map([['by the model', 0.98]])), ['by the model', 'by words']);
    assert.deepEqual(ids(new Map([['by words', 0.1]])), ['by words']);
    assert.equal(
      findLessons(lessons, FAILED, 1, new Map([['by words', 0.1]]))[0]?.similarity,
      words,
    );
  });
});
