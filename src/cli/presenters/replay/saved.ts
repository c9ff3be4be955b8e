import type { ReplayedRun } from '../../../domain/replay';

/** Steps after the first `stuck`, which would not have been taken; `undefined` where nothing was stuck. */
export function savedSteps({ steps, fires }: ReplayedRun): number | undefined {
  const stuck = fires.find(({ level }) => level === 'stuck');
  if (stuck === undefined) return undefined;
  return steps.filter(({ number }) => number > stuck.step).length;
}

/** "5 steps (33 %)": what was saved of so many steps. */
export function savedWords(saved: number, steps: number): string {
  const share = steps === 0 ? 0 : Math.round((saved / steps) * 100);
  return `${counted(saved, 'step')} (${saved > 0 && share === 0 ? 'under 1' : share} %)`;
}

/** "1 step", "2 steps", "1,200 steps". */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
}
