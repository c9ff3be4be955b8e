import type { BlockerKind } from '../../model/failure/blockerKind';
import type { FailureSignature } from '../../model/failure/failure';
import type { FoundLesson, Lesson } from '../../model/failure/lesson';
import { findLessons, FOUND_LESSONS } from './findLessons';
import { LEAST_SIMILARITY } from './failureSimilarity';

/** A blocker as lessons know it. */
export interface AskedBlocker {
  readonly kind: BlockerKind;
  /** Its text as a failure. */
  readonly failure: FailureSignature;
}

/**
 * Finds what resolved blockers of this kind before (docs/decisions/loop-recovery.md, "Blocker resolution strategies"),
 * at most `limit`, in the order of `findLessons`: the same blocker first, one of the same kind in other words last. Loops
 * of failures are no blockers. For `other` only similar texts count.
 */
export function findBlockerLessons(
  lessons: readonly Lesson[],
  { kind, failure }: AskedBlocker,
  limit: number = FOUND_LESSONS,
): readonly FoundLesson[] {
  const ofBlockers = lessons.filter(({ blocker }) => blocker !== undefined);
  const ofKind = ofBlockers.filter(({ blocker }) => kind !== 'other' && blocker === kind);
  const alike = new Map(ofKind.map(({ id }) => [id, LEAST_SIMILARITY] as const));
  return findLessons(ofBlockers, failure, limit, alike);
}
