import type { FailureSignature } from '../../model/failure/failure';
import type { FoundLesson, Lesson } from '../../model/failure/lesson';
import {
  LEAST_SIMILARITY,
  readFailure,
  failureSimilarity,
  type Rarity,
  type ReadFailure,
} from './failureSimilarity';

/** Lessons that are found unless another number is asked for. */
export const FOUND_LESSONS = 3;

/** The lessons that fit a failure, the best first. */
export type FindLessons = (
  lessons: readonly Lesson[],
  failure: FailureSignature,
) => readonly FoundLesson[];

/** Similarities in one of so many equal steps count as equal: how often a lesson helped decides then. */
const RANK_CLASSES = 20;

/** Fewer lessons do not show how rare a word is. */
const ENOUGH_LESSONS = 10;
/** A word that so many lessons say counts in full. */
const RARE = 2;
const LEAST_RARITY = 0.5;

const NOTHING_KNOWN: ReadonlyMap<string, number> = new Map();

/**
 * Finds lessons of similar failures, at most `limit`, best first. Ranked in this order: the very
 * same failure before any similar one; the higher similarity, rounded to the nearest twentieth; the
 * one that helped more often; the higher similarity, unrounded; the newer one; the lower id. The
 * order in which the lessons are given does not matter. `alike`: how similar lessons are by what is
 * known besides their words, by id (0–0.99); the better of both counts.
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

/** The first `limit` of them in the order of `findLessons`. */
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

/** A word that many lessons say tells less; one that all of them say still half as much. */
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
