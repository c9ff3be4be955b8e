import type { ReplayedRun, TimelineStep } from '../../domain/replay';
import type { Step, StepVerdict } from '../../domain/step';
import { provingStep } from './provingStep';

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
  const seen = new Map<string, { group: number | undefined; readonly first: number }>();
  const groups: (number | undefined)[] = steps.map(() => undefined);
  let next = 0;
  steps.forEach((step, index) => {
    const key = sameCallKey(step);
    const known = seen.get(key);
    if (known === undefined) {
      seen.set(key, { group: undefined, first: index });
      return;
    }
    known.group ??= next++;
    groups[known.first] = known.group;
    groups[index] = known.group;
  });
  return groups;
}

function sameCallKey({ tool, args, thought, thread = '' }: Step): string {
  const called = tool === '' ? `\n${thought.trim()}` : `${tool}\n${args.trim()}`;
  return `${thread}\n${called}`;
}
