import type { FailureSignature } from '../../model/failure/failure';
import type { FoundLesson, Lesson } from '../../model/failure/lesson';
import {
  LEAST_SIMILARITY,
  readFailure,
  failureSimilarity,
  type Rarity,
  type ReadFailure,
} from './failureSimilarity';

/** Default number of lessons. */
export const FOUND_LESSONS = 3;

/** Finds the lessons that match a failure, best first. */
export type FindLessons = (
  lessons: readonly Lesson[],
  failure: FailureSignature,
) => readonly FoundLesson[];

/** Number of similarity classes; within a class, the lesson that helped more often ranks first. */
const RANK_CLASSES = 20;

/** Minimum number of lessons that shows how rare a word is. */
const ENOUGH_LESSONS = 10;
/** A word in at most this many lessons counts in full. */
const RARE = 2;
const LEAST_RARITY = 0.5;

const NOTHING_KNOWN: ReadonlyMap<string, number> = new Map();

/**
 * Finds lessons of similar failures, at most `limit`, best first. Ranked by: the same failure before any similar one;
 * similarity, rounded to the nearest twentieth; how often the lesson helped; similarity, unrounded; the newer one; the
 * lower id. Independent of the input order. `alike`: similarities from other sources than words, by lesson id (0–0.99);
 * the higher one counts.
 */
export function findLessons(
  lessons: readonly Lesson[],
  failure: FailureSignature,
  limit: number = FOUND_LESSONS,
  alike: ReadonlyMap<string, number> = NOTHING_KNOWN,
): readonly FoundLesson[] {
  const asked = readFailure(failure);
  const read = lessons.map((lesson) => ({ lesson, failure: readFailure(lesson.failure) }));
  const rarity = rarityIn(read.map((each) => each.failure));
  return rankLessons(
    read
      .map(({ lesson, failure: known }) => ({
        lesson,
        similarity: Math.max(failureSimilarity(asked, known, rarity), alike.get(lesson.id) ?? 0),
      }))
      .filter((found) => found.similarity >= LEAST_SIMILARITY),
    limit,
  );
}

/** Returns the first `limit` lessons in the order of `findLessons`. */
export function rankLessons(found: readonly FoundLesson[], limit: number): readonly FoundLesson[] {
  return found.toSorted(compareRank).slice(0, limit);
}

function compareRank(a: FoundLesson, b: FoundLesson): number {
  return (
    toRankClass(b) - toRankClass(a) ||
    b.lesson.helped - a.lesson.helped ||
    b.similarity - a.similarity ||
    compare(b.lesson.at, a.lesson.at) ||
    compare(a.lesson.id, b.lesson.id)
  );
}

/** Equal failures have a class of their own. */
function toRankClass({ similarity: alike }: FoundLesson): number {
  return alike === 1 ? RANK_CLASSES + 1 : Math.round(alike * RANK_CLASSES);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Weighs words by rarity; a word that all lessons contain counts half. */
function rarityIn(failures: readonly ReadFailure[]): Rarity {
  if (failures.length < ENOUGH_LESSONS) return () => 1;
  const counts = new Map<string, number>();
  for (const { words } of failures) {
    for (const word of words.keys()) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const most = Math.log(failures.length / RARE);
  const known = new Map<string, number>();
  for (const [word, count] of counts) {
    if (count > RARE) known.set(word, 1 - (1 - LEAST_RARITY) * (Math.log(count / RARE) / most));
  }
  return (word) => known.get(word) ?? 1;
}
