import type { FailureSignature } from '../../model/failure/failure';
import type { Lesson } from '../../model/failure/lesson';
import {
  areContradictory,
  LEAST_SIMILARITY,
  readFailure,
  failureSimilarity,
} from './failureSimilarity';

/** Maximum number of lessons that a model compares with one failure. */
export const ASKED_LESSONS = 100;

/** Maximum similarity of failures that are not equal. */
const MOST_SIMILAR = 0.99;

/**
 * Lists the lessons that words alone do not decide: not similar by words, but without contradicting codes or error
 * classes. Newest first, at most `ASKED_LESSONS`.
 */
export function openLessons(
  lessons: readonly Lesson[],
  failure: FailureSignature,
): readonly Lesson[] {
  const asked = readFailure(failure);
  return lessons
    .filter((lesson) => {
      const known = readFailure(lesson.failure);
      return failureSimilarity(asked, known) < LEAST_SIMILARITY && !areContradictory(asked, known);
    })
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
    .slice(0, ASKED_LESSONS);
}

/**
 * Maps a model's cosine to the similarity scale of `findLessons`: just above `LEAST_SIMILARITY` where the model barely
 * considers two failures of one kind, higher towards a cosine of 1, and 0 where it does not.
 */
export function modelSimilarity(cosine: number, sameAbove: number): number {
  if (cosine <= sameAbove) return 0;
  const share = Math.min(1, (cosine - sameAbove) / (1 - sameAbove));
  return LEAST_SIMILARITY + (MOST_SIMILAR - LEAST_SIMILARITY) * share;
}
