import type { RecordedRun } from '../../../model/steps/replayedRun';
import type { Step } from '../../../model/steps/step';
import { PendingPrompt } from './pendingPrompt';

/** Most characters of steps that are held for one file whose runs are complete only at its end. */
export const MAX_HELD_CHARACTERS = 400_000_000;
/** Cost of a step besides its texts, in characters. */
const STEP_COST = 200;

/** Characters of a file that may still be held; negative once exceeded. */
export interface Budget {
  left: number;
}

export function createBudget(): Budget {
  return { left: MAX_HELD_CHARACTERS };
}

/** Takes the step's characters from the budget; false, and from then on always, when they exceed it. */
export function reserve(
  budget: Budget,
  { tool, args, result, thought, asked = '' }: Step,
): boolean {
  budget.left -=
    STEP_COST + tool.length + args.length + result.length + thought.length + asked.length;
  return budget.left >= 0;
}

/** Sorts steps by number; parallel calls can end in another order. */
export function sortByNumber(steps: readonly Step[]): readonly Step[] {
  return [...steps].sort((one, other) => one.number - other.number);
}

/** A step without its number. */
export interface UnnumberedStep extends Omit<Step, 'number' | 'madeWith'> {
  /** Whether its call was made in parallel with that of the step before it. */
  readonly madeWithLast?: boolean;
}

/** Removes calls without a result; keeps their text. */
export function dropUnanswered(
  steps: readonly UnnumberedStep[],
  unanswered: ReadonlySet<UnnumberedStep>,
): readonly UnnumberedStep[] {
  let firstIsGone = false;
  const pendingPrompt = new PendingPrompt();
  return steps.flatMap((step): readonly UnnumberedStep[] => {
    pendingPrompt.set(step.asked);
    if (unanswered.has(step)) {
      if (step.madeWithLast !== true) firstIsGone = true;
      if (step.thought === '') return [];
      return [pendingPrompt.attachTo({ tool: '', args: '', result: '', thought: step.thought })];
    }
    const isFirstNow = firstIsGone && step.madeWithLast === true;
    firstIsGone = false;
    return [pendingPrompt.attachTo(isFirstNow ? { ...step, madeWithLast: false } : step)];
  });
}

/** Creates a run from a recording that does not number its steps. */
export function toNumberedRun(
  id: string,
  file: string,
  steps: readonly UnnumberedStep[],
): RecordedRun {
  let first = 0;
  return {
    ...{ id, file },
    steps: steps.map(({ madeWithLast = false, ...step }, number) => {
      if (!madeWithLast && step.tool !== '') first = number;
      return { number, ...step, ...(madeWithLast ? { madeWith: first } : {}) };
    }),
  };
}
