import type { ReplayedRun, TimelineStep } from '../../domain/replay';
import type { ProvingStep } from '../../domain/step';
import {
  LEVEL_SIGNS,
  MAX_DETAIL,
  MAX_SHOWN_FIRES,
  type DetailText,
  type RunTimeline,
  type StepDetails,
} from '../../protocol/replay/replayView';

/** A run that is looked at, with its steps as a timeline shows them. */
export interface OpenRun {
  readonly key: number;
  readonly run: ReplayedRun;
  readonly steps: readonly TimelineStep[];
}

/** All of its steps, without their texts. */
export function runTimeline({ key, run, steps }: OpenRun): RunTimeline {
  return {
    key,
    numbers: steps.map(({ number }) => number),
    groups: steps.map(({ group }) => group ?? -1),
    levels: steps.map(({ fire }) => (fire === undefined ? ' ' : LEVEL_SIGNS[fire])).join(''),
    fires: run.fires.slice(0, MAX_SHOWN_FIRES),
    fireCount: run.fires.length,
  };
}

/** The short texts of `count` steps from an index on; fewer at the end. */
export function textsOf({ steps }: OpenRun, from: number, count: number): ProvingStep[] {
  return steps
    .slice(from, from + count)
    .map(({ number, tool, call, result }) => ({ number, tool, call, result }));
}

/** The step at an index, its texts cut; undefined behind the end. */
export function detailsOf({ run }: OpenRun, index: number): StepDetails | undefined {
  const step = run.steps[index];
  if (step === undefined) return undefined;
  const { number, tool, args, result, thought, error } = step;
  return {
    number,
    tool: cut(tool).text,
    call: cut(args),
    result: cut(result),
    thought: cut(thought),
    ...(error === undefined ? {} : { error }),
  };
}

function cut(text: string): DetailText {
  return { text: text.slice(0, MAX_DETAIL), length: text.length };
}
