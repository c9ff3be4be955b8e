import type { ReplayedRun } from '../../../domain/replay';

/** Steps after the first `stuck`, which would not have been taken; `undefined` where nothing was stuck. */
export function savedSteps({ steps, fires }: ReplayedRun): number | undefined {
  const stuck = fires.find(({ level }) => level === 'stuck');
  if (stuck === undefined) return undefined;
  return steps.filter(({ number }) => number > stuck.step).length;
}
