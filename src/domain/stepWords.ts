import type { RunningSteps } from './step';

/** What an agent does right now, a few words: "step 12: Bash npm test", with what looks like a loop. */
export function describeSteps({ count, current, suspicion }: RunningSteps): string {
  const doing =
    current === undefined
      ? `${count} ${count === 1 ? 'step' : 'steps'}`
      : `step ${current.number}: ${[current.tool, current.call].filter(Boolean).join(' ')}`;
  if (suspicion === undefined) return doing;
  const { detector, count: times, limit } = suspicion;
  return `${doing} (${detector} ${times}/${limit})`;
}
