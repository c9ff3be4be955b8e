import type { ReplayedRun, TimelineStep } from '../../../model/steps/replayedRun';
import type { Step, StepVerdict } from '../../../model/steps/step';
import { toEvidence } from './toEvidence';
import { parseArgs } from '../text/parseArgs';

/** Builds the timeline of a run: its steps in order, with texts as in `ProvingStep`. */
export function toTimeline({
  steps,
  fires,
}: Pick<ReplayedRun, 'steps' | 'fires'>): readonly TimelineStep[] {
  const groups = groupCalls(steps);
  const levels = new Map<number, StepVerdict['level']>();
  for (const { step, level } of fires) {
    if (levels.get(step) !== 'stuck') levels.set(step, level);
  }
  return steps.map((step, index) => {
    const group = groups[index];
    const fire = levels.get(step.number);
    return {
      ...toEvidence(step),
      ...(group === undefined ? {} : { group }),
      ...(fire === undefined ? {} : { fire }),
    };
  });
}

/** Returns the `group` of each step, as in `TimelineStep`. */
export function groupCalls(steps: readonly Step[]): readonly (number | undefined)[] {
  const keys = steps.map(toCallKey);
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

function toCallKey({ tool, args, thought, thread = '' }: Step): string {
  const called =
    tool === '' ? `\n${thought.trim()}` : `${tool}\n${parseArgs(args).canonical.trim()}`;
  return `${thread}\n${called}`;
}
