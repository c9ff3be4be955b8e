import type { ReplayedRun } from '../../../domain/replay';
import { savedPositions } from '../../../domain/savedSteps';

/** Steps that would not have been taken; `undefined` where nothing was stuck. */
export function savedSteps(run: ReplayedRun): number | undefined {
  const isStuck = run.fires.some(({ level }) => level === 'stuck');
  return isStuck ? savedPositions(run).length : undefined;
}

/** "5 steps (33 %)": what was saved of so many steps. */
export function savedWords(saved: number, steps: number): string {
  return `${counted(saved, 'step')} (${share(saved, steps)} %)`;
}

/** Neither none nor all where it is a part. */
function share(saved: number, steps: number): string {
  const percent = steps === 0 ? 0 : Math.round((saved / steps) * 100);
  if (saved > 0 && percent === 0) return 'under 1';
  return saved < steps && percent === 100 ? 'over 99' : String(percent);
}

/** "1 step", "2 steps", "1,200 steps". */
export function counted(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** "1,200". */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
