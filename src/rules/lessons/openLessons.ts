import type { FailureSignature } from '../../model/failure/failure';
import type { Lesson } from '../../model/failure/lesson';
import {
  areContradictory,
  LEAST_SIMILARITY,
  readFailure,
  failureSimilarity,
} from './failureSimilarity';

/** Lessons that a model is asked about for one failure. */
export const ASKED_LESSONS = 100;

/** What is merely similar never reaches 1. */
const MOST_SIMILAR = 0.99;

/**
 * The lessons of which words leave open whether they fit the failure: neither similar by words nor of
 * failures to which the tools themselves give other codes or classes. Newest first, `ASKED_LESSONS` at most.
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
 * What a model's cosine is among the similarities of `findLessons`: `LEAST_SIMILARITY` where it just
 * says that two failures are of one kind, more the closer it is to 1, and 0 where it says that they are not.
 */
export function modelSimilarity(cosine: number, sameAbove: number): number {
  if (cosine <= sameAbove) return 0;
  const share = Math.min(1, (cosine - sameAbove) / (1 - sameAbove));
  return LEAST_SIMILARITY + (MOST_SIMILAR - LEAST_SIMILARITY) * share;
}
