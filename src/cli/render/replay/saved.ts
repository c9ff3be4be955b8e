import type { ReplayedRun } from '../../../model/steps/replayedRun';
import { savedPositions } from '../../../model/steps/savedPositions';
import { countOf } from '../../../text/count';

/** Steps that would not have been taken; `undefined` where nothing was stuck. */
export function savedSteps(run: ReplayedRun): number | undefined {
  const isStuck = run.fires.some(({ level }) => level === 'stuck');
  return isStuck ? savedPositions(run).length : undefined;
}

/** "5 steps (33 %)": saved steps and their share of all steps. */
export function describeSaved(saved: number, steps: number): string {
  return `${countOf(saved, 'step')} (${share(saved, steps)} %)`;
}

/** Neither none nor all where it is a part. */
function share(saved: number, steps: number): string {
  const percent = steps === 0 ? 0 : Math.round((saved / steps) * 100);
  if (saved > 0 && percent === 0) return 'under 1';
  return saved < steps && percent === 100 ? 'over 99' : String(percent);
}
