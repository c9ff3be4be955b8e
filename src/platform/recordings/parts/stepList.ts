import type { RecordedRun } from '../../../model/steps/replayedRun';
import type { Step } from '../../../model/steps/step';
import { Heard } from './heard';

/** Characters of all the steps of a file that are held at a time, where its runs are whole only at its end. */
export const MAX_HELD_CHARACTERS = 400_000_000;
/** What a step takes besides its texts, in characters. */
const STEP_COST = 200;

/** How much of a file is held. */
export interface Room {
  left: number;
}

export function newRoom(): Room {
  return { left: MAX_HELD_CHARACTERS };
}

/** Takes the step's share of the room; false where it does not fit, which then stays so. */
export function fits(room: Room, { tool, args, result, thought, asked = '' }: Step): boolean {
  room.left -=
    STEP_COST + tool.length + args.length + result.length + thought.length + asked.length;
  return room.left >= 0;
}

/** The steps with their numbers ascending; calls that ran side by side may have ended in another order. */
export function inOrder(steps: readonly Step[]): readonly Step[] {
  return [...steps].sort((one, other) => one.number - other.number);
}

/** A step without its number. */
export interface UnnumberedStep extends Omit<Step, 'number' | 'madeWith'> {
  /** Its call was made at once with that of the step before it. */
  readonly madeWithLast?: boolean;
}

/** Without the calls that were never answered: of what came of them nothing is known. What was said with one stays. */
export function onlyAnswered(
  steps: readonly UnnumberedStep[],
  unanswered: ReadonlySet<UnnumberedStep>,
): readonly UnnumberedStep[] {
  let firstIsGone = false;
  const heard = new Heard();
  return steps.flatMap((step): readonly UnnumberedStep[] => {
    heard.hear(step.asked);
    if (unanswered.has(step)) {
      if (step.madeWithLast !== true) firstIsGone = true;
      if (step.thought === '') return [];
      return [heard.giveTo({ tool: '', args: '', result: '', thought: step.thought })];
    }
    const isFirstNow = firstIsGone && step.madeWithLast === true;
    firstIsGone = false;
    return [heard.giveTo(isFirstNow ? { ...step, madeWithLast: false } : step)];
  });
}

/** A run whose recording does not number its steps. */
export function numberedRun(
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
