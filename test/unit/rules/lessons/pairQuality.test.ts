import assert from 'node:assert/strict';
import { findLessons } from '../../../../src/rules/lessons/findLessons';
import { lessonOf, signatureOf } from './lessonSamples';
import type { FailurePair, UnrelatedFailure } from './pairs';
import { TUNED_PAIRS } from './tunedPairs';
import { TUNED_UNRELATED } from './tunedUnrelated';
import { UNTOUCHED_PAIRS } from './untouchedPairs';
import { UNTOUCHED_UNRELATED } from './untouchedUnrelated';

/** Share of the later failures for which the right lesson must come first. */
const LEAST_FIRST = 0.9;

/** All of them are there at once, as after a year. */
const LESSONS = [...TUNED_PAIRS, ...UNTOUCHED_PAIRS].map(({ kind, learned }) =>
  lessonOf(learned, { id: kind }),
);

function foundIds(output: string): readonly string[] {
  return findLessons(LESSONS, signatureOf(output)).map(({ lesson }) => lesson.id);
}

function missed(pairs: readonly FailurePair[]): readonly string[] {
  return pairs.filter(({ kind, later }) => foundIds(later)[0] !== kind).map(({ kind }) => kind);
}

function mistaken(failures: readonly UnrelatedFailure[]): readonly string[] {
  return failures.flatMap(({ kind, output }) =>
    foundIds(output).map((lesson) => `${kind} ← ${lesson}`),
  );
}

describe('lessons for failures of real tools', () => {
  const HALVES = [
    { half: 'seen while tuning', pairs: TUNED_PAIRS, unrelated: TUNED_UNRELATED },
    { half: 'written afterwards', pairs: UNTOUCHED_PAIRS, unrelated: UNTOUCHED_UNRELATED },
  ];
  for (const { half, pairs, unrelated } of HALVES) {
    const missing = missed(pairs);
    const first = pairs.length - missing.length;

    it(`${half}: the right lesson comes first in ${first} of ${pairs.length}`, () => {
      assert.ok(pairs.length >= 45);
      assert.ok(first / pairs.length >= LEAST_FIRST, `not first: ${missing.join(', ')}`);
    });

    it(`${half}: each of ${unrelated.length} unrelated failures gets none`, () => {
      assert.ok(unrelated.length >= 38);
      assert.deepEqual(mistaken(unrelated), []);
    });
  }

  it('are of as many kinds as there are pairs', () => {
    assert.equal(new Set(LESSONS.map(({ id }) => id)).size, LESSONS.length);
  });
});
