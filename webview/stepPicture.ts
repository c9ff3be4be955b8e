import {
  DETECTOR_WORDS,
  type ProvingStep,
  type RunningSteps,
  type StepVerdict,
} from '../src/protocol/words';
import { visibleLine } from './visibleText';

/** Longest texts of a step that are shown in a line, in characters. */
const MAX_CALL = 240;
/** Numbers or ranges of steps that are named; of more the newest. */
const MAX_NAMED = 6;

/** "step 12" and "Bash npm test"; what the agent waits for; between steps that it thinks. */
export function describeNow({ current, notice }: RunningSteps): {
  readonly at: string;
  readonly call: string;
} {
  if (notice !== undefined) return { at: '', call: visibleLine(notice, MAX_CALL) };
  if (current === undefined) return { at: '', call: 'between steps' };
  return { at: `step ${current.number}`, call: describeCall(current) };
}

/** "Bash npm test": the tool and what it was given, one line; what was said where there was no tool. */
export function describeCall({ tool, call }: Pick<ProvingStep, 'tool' | 'call'>): string {
  return visibleLine([tool, call].filter((part) => part !== '').join(' '), MAX_CALL);
}

/** What a step came to, one line; '' for nothing. */
export function describeResult({ result }: Pick<ProvingStep, 'result'>): string {
  return visibleLine(result, MAX_CALL);
}

/** "step 9", "steps 9, 11 and 12", "steps 9–14"; of many only the newest: "steps … 31, 33 and 35". */
export function nameSteps(numbers: readonly number[]): string {
  const ranges = rangesOf(numbers);
  const named = ranges
    .slice(-MAX_NAMED)
    .map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  const last = named.pop();
  if (last === undefined) return '';
  const cut = ranges.length > MAX_NAMED ? '… ' : '';
  const list = named.length === 0 ? last : `${named.join(', ')} and ${last}`;
  return `${numbers.length === 1 ? 'step' : 'steps'} ${cut}${list}`;
}

/** Neighbours from three on become a range. */
function rangesOf(numbers: readonly number[]): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.flatMap(([from, to]) =>
    to === from + 1
      ? [
          [from, from],
          [to, to],
        ]
      : [[from, to]],
  );
}

/** "Maybe a loop: the same call with the same result". */
export function describeSuspicion({
  level,
  detector,
}: Pick<StepVerdict, 'level' | 'detector'>): string {
  return `${level === 'stuck' ? 'Loop' : 'Maybe a loop'}: ${DETECTOR_WORDS[detector]}`;
}

/** Steps that are the same, with all their numbers. */
export interface SameSteps {
  readonly key: string;
  readonly numbers: readonly number[];
  readonly step: ProvingStep;
}

/** Steps with the same call and the same result stand once, in the order of their first. */
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
