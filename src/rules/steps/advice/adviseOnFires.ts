import type { ReplayedRun } from '../../../model/steps/replayedRun';
import type { ProvingStep, StepVerdict } from '../../../model/steps/step';
import { toProvingStep } from '../shown/toProvingStep';
import { adviseOnLoop } from './adviseOnLoop';
import { readLoopFacts } from './readLoopFacts';
import { SeenSteps } from './seenSteps';

/** Returns the advice for each `stuck` verdict of a recorded run. Reads the steps once, in time linear in their number. */
export function adviseOnFires({
  steps,
  fires,
}: Pick<ReplayedRun, 'steps' | 'fires'>): ReadonlyMap<StepVerdict, string> {
  const stuck = fires.filter(({ level }) => level === 'stuck');
  const advice = new Map<StepVerdict, string>();
  if (stuck.length === 0) return advice;
  const known = new Map(steps.map((step) => [step.number, step]));
  const find = (number: number): ProvingStep | undefined => {
    const step = known.get(number);
    return step && toProvingStep(step);
  };
  const places = new Set(stuck.map(({ step }) => step));
  const seen = new SeenSteps();
  for (const last of steps) {
    seen.add(toProvingStep(last));
    if (!places.has(last.number)) continue;
    for (const fire of stuck.filter(({ step }) => step === last.number))
      advice.set(fire, adviseOnLoop({ ...fire, ...readLoopFacts(fire, { last, find, seen }) }));
  }
  return advice;
}
