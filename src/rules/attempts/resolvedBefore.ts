import { findBlockerKind } from './blockerOwner';
import { blockerSignature } from './blockerSignature';
import { findBlockerLessons } from '../lessons/findBlockerLessons';
import { FOUND_LESSONS } from '../lessons/findLessons';
import type { Lesson } from '../../model/failure/lesson';

/**
 * Texts of the lessons about blockers of these kinds that an agent can use, best first for each blocker, each once, at
 * most `FOUND_LESSONS`: no other agent and no action of a human.
 */
export function resolvedBefore(
  lessons: readonly Lesson[],
  blockers: readonly string[],
): readonly string[] {
  const usable = lessons.filter(
    ({ brokenBy }) => brokenBy !== 'resume' && brokenBy !== 'agent_change',
  );
  const texts = blockers.flatMap((blocker) => {
    const asked = { kind: findBlockerKind(blocker), failure: blockerSignature([blocker]) };
    return findBlockerLessons(usable, asked).map(({ lesson }) => lesson.text);
  });
  return [...new Set(texts)].slice(0, FOUND_LESSONS);
}
