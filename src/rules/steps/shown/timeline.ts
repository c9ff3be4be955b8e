import type { ReplayedRun, TimelineStep } from '../../../model/steps/replayedRun';
import type { Step, StepVerdict } from '../../../model/steps/step';
import { provingStep } from './provingStep';
import { readArgs } from '../text/textKey';

/** The steps of a run, in their order, as a timeline shows them; texts as in `ProvingStep`. */
export function timelineOf({
  steps,
  fires,
}: Pick<ReplayedRun, 'steps' | 'fires'>): readonly TimelineStep[] {
  const groups = callGroups(steps);
  const levels = new Map<number, StepVerdict['level']>();
  for (const { step, level } of fires) {
    if (levels.get(step) !== 'stuck') levels.set(step, level);
  }
  return steps.map((step, index) => {
    const group = groups[index];
    const fire = levels.get(step.number);
    return {
      ...provingStep(step),
      ...(group === undefined ? {} : { group }),
      ...(fire === undefined ? {} : { fire }),
    };
  });
}

/** The `group` of each step, as in `TimelineStep`. */
export function callGroups(steps: readonly Step[]): readonly (number | undefined)[] {
  const keys = steps.map(sameCallKey);
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const groups = new Map<string, number>();
  return keys.map((key) => {
    if (counts.get(key) === 1) return undefined;
    const group = groups.get(key) ?? groups.size;
    groups.set(key, group);
    return group;
  });
}

function sameCallKey({ tool, args, thought, thread = '' }: Step): string {
  const called =
    tool === '' ? `\n${thought.trim()}` : `${tool}\n${readArgs(args).canonical.trim()}`;
  return `${thread}\n${called}`;
}
