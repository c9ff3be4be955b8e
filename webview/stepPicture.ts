import { DETECTOR_WORDS } from '../src/reports/hops/describeHop';
import {
  describeAgentWait,
  describeCall as describeCallInWords,
  describeOutcome,
} from '../src/reports/task/describeSteps';
import type { ProvingStep, RunningSteps, StepVerdict } from '../src/model/steps/step';
import { visibleLine } from '../src/text/visibleText';

/** Maximum length of a step's text on a line, in characters. */
const MAX_CALL = 240;

/**
 * Describes the current step ("step 12" and "Bash npm test"), what the agent waits for, or that it is between steps.
 */
export function describeNow(steps: RunningSteps): {
  readonly at: string;
  readonly call: string;
} {
  const { current } = steps;
  const wait = describeAgentWait(steps);
  if (wait !== undefined) return { at: '', call: visibleLine(wait, MAX_CALL) };
  if (current === undefined) return { at: '', call: 'between steps' };
  return { at: `step ${current.number}`, call: describeCall(current) };
}

/** The agent's last sentence, quoted; '' for none. */
export function describeSaid({ said }: RunningSteps): string {
  return said === undefined ? '' : `“${visibleLine(said, MAX_CALL)}”`;
}

/** Describes a call on one line: "Bash npm test"; without a tool, the agent's text. */
export function describeCall(step: Pick<ProvingStep, 'tool' | 'call' | 'subject'>): string {
  return visibleLine(describeCallInWords(step), MAX_CALL);
}

/** Describes the result of a step on one line; '' for none. */
export function describeResult(step: Pick<ProvingStep, 'result' | 'outcome'>): string {
  return visibleLine(describeOutcome(step), MAX_CALL);
}

/** Describes a suspicion: "Maybe a loop: the same call with the same result". */
export function describeSuspicion({
  level,
  detector,
}: Pick<StepVerdict, 'level' | 'detector'>): string {
  return `${level === 'stuck' ? 'Loop' : 'Maybe a loop'}: ${DETECTOR_WORDS[detector]}`;
}

/** Equal steps, with all their numbers. */
export interface SameSteps {
  readonly key: string;
  readonly numbers: readonly number[];
  readonly step: ProvingStep;
}

/** Merges steps with the same call and result, in order of their first occurrence. */
export function mergeSteps(steps: readonly ProvingStep[]): readonly SameSteps[] {
  const merged = new Map<string, { numbers: number[]; step: ProvingStep }>();
  for (const step of steps) {
    const key = JSON.stringify([step.tool, step.call, step.result]);
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { numbers: [step.number], step });
    else known.numbers.push(step.number);
  }
  return [...merged].map(([key, same]) => ({ key, ...same }));
}
