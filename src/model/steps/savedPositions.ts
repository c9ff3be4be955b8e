import type { ReplayedRun } from './replayedRun';

/**
 * Positions of the steps that would not have been taken had each turn ended where it was stuck, ascending. A turn goes
 * on until the user speaks again: what was done then would have been done all the same.
 */
export function savedPositions({
  steps,
  fires,
}: Pick<ReplayedRun, 'steps' | 'fires'>): readonly number[] {
  const stuck = new Set(fires.filter(({ level }) => level === 'stuck').map(({ step }) => step));
  let hasEnded = false;
  return steps.flatMap(({ number, asked }, position) => {
    if (asked !== undefined) hasEnded = false;
    const isSaved = hasEnded;
    if (stuck.has(number)) hasEnded = true;
    return isSaved ? [position] : [];
  });
}
