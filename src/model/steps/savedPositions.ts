import type { ReplayedRun } from './replayedRun';

/**
 * Positions of the steps that ending each turn at its `stuck` verdict would have saved, ascending. A turn extends to
 * the next user message; later steps would have happened anyway.
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
