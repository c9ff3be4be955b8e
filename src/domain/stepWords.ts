import type { ProvingStep, RunningSteps } from './step';

/**
 * What an agent does right now, a few words: "step 12: Bash npm test", or what it waits for; with what looks
 * like a loop.
 */
export function describeSteps(steps: RunningSteps): string {
  const { suspicion } = steps;
  const doing = steps.notice ?? stepNow(steps);
  if (suspicion === undefined) return doing;
  const { detector, count: times, limit } = suspicion;
  return `${doing} (${detector} ${times}/${limit})`;
}

function stepNow({ count, current }: RunningSteps): string {
  return current === undefined
    ? `${count} ${count === 1 ? 'step' : 'steps'}`
    : `step ${current.number}: ${[current.tool, current.call].filter(Boolean).join(' ')}`;
}

/** A call in one line: "Bash npm test"; '' where an agent only spoke. */
export function describeCall({ tool, call }: Pick<ProvingStep, 'tool' | 'call'>): string {
  return [tool, call].filter((part) => part !== '').join(' ');
}

/** The most steps that a sentence names one by one; the newest. */
const MAX_NAMED = 8;

/** "step 3", "steps 11, 14, 17", "steps …, 12, 14, 16" of very many; '' for none. */
export function nameSteps(steps: readonly Pick<ProvingStep, 'number'>[]): string {
  if (steps.length === 0) return '';
  const newest = steps.slice(-MAX_NAMED).map(({ number }) => String(number));
  const names = steps.length > MAX_NAMED ? ['…', ...newest] : newest;
  return `${steps.length === 1 ? 'step' : 'steps'} ${names.join(', ')}`;
}
