import type { ReplayedRun } from '../../model/steps/replayedRun';
import { savedPositions } from '../../model/steps/savedPositions';
import type { Step, StepVerdict } from '../../model/steps/step';
import {
  LEVEL_SIGNS,
  MAX_DETAIL,
  MAX_SHOWN_FIRES,
  MAX_WORDS,
  SAVED_SIGN,
  type DetailText,
  type RunTimeline,
  type StepDetails,
  type TimelineText,
} from '../../protocol/replay/replayView';
import { oneLine } from '../../text/oneLine';
import type { ReplayTools } from './recordedRuns';

/** An opened run. */
export interface OpenRun {
  readonly key: number;
  readonly run: ReplayedRun;
  /** As `TimelineStep.group`, for each step. */
  readonly groups: readonly (number | undefined)[];
  /** What was answered at each finding, and advised, while it ran; absent: it is replayed. */
  readonly answered?: ReadonlyMap<StepVerdict, Answered>;
}

/** A sentence each; '' for nothing. */
export interface Answered {
  readonly answer: string;
  readonly advice: string;
}

/** All of its steps, without their texts. */
export function runTimeline(
  { key, run, groups, answered }: OpenRun,
  adviceOf: ReplayTools['adviceOf'],
): RunTimeline {
  const { steps, fires } = run;
  const levels = new Map<number, StepVerdict['level']>();
  for (const { step, level } of fires) {
    if (levels.get(step) !== 'stuck') levels.set(step, level);
  }
  const signOf = (number: number): string => {
    const level = levels.get(number);
    return level === undefined ? ' ' : LEVEL_SIGNS[level];
  };
  // What was refused or ended in a session is no step of it.
  const saved = new Set(answered === undefined ? savedPositions(run) : []);
  const shown = fires.slice(0, MAX_SHOWN_FIRES);
  const advice = answered === undefined ? adviceOf({ steps, fires: shown }) : undefined;
  return {
    key,
    numbers: steps.map(({ number }) => number),
    groups: groups.map((group) => group ?? -1),
    levels: steps.map(({ number }) => signOf(number)).join(''),
    saved: steps.map((_, position) => (saved.has(position) ? SAVED_SIGN : ' ')).join(''),
    words: steps.map((step) => Math.min(MAX_WORDS, wordsOf(step).length)),
    fires: shown,
    advice: shown.map((fire) => advice?.get(fire) ?? answered?.get(fire)?.advice ?? ''),
    ...(answered && { answers: shown.map((fire) => answered.get(fire)?.answer ?? '') }),
    fireCount: fires.length,
  };
}

/** Which steps' texts are asked for. */
interface TextRange {
  readonly from: number;
  readonly count: number;
}

/** The short texts of `count` steps from an index on; fewer at the end. */
export function readTexts(
  { run }: OpenRun,
  { from, count }: TextRange,
  { provingStep, maskAndCut }: Pick<ReplayTools, 'provingStep' | 'maskAndCut'>,
): TimelineText[] {
  return run.steps.slice(from, from + count).map((step) => ({
    ...provingStep(step),
    words: maskAndCut(wordsOf(step), MAX_WORDS).text,
  }));
}

/** What the agent wrote before a step, as one line. */
function wordsOf({ thought }: Step): string {
  return oneLine(thought);
}

/** The step at an index, its texts cut, secrets masked; undefined past the end. */
export function readDetails(
  { run }: OpenRun,
  index: number,
  maskAndCut: ReplayTools['maskAndCut'],
): StepDetails | undefined {
  const step = run.steps[index];
  if (step === undefined) return undefined;
  const { number, tool, args, result, thought, asked, error } = step;
  const shown = (text: string): DetailText => maskAndCut(text, MAX_DETAIL);
  return {
    number,
    tool: maskAndCut(tool, MAX_TOOL).text,
    call: shown(args),
    result: shown(result),
    thought: shown(thought),
    ...(asked === undefined ? {} : { asked: shown(asked) }),
    ...(error === undefined ? {} : { error }),
  };
}

/** Longest name of a tool that is sent, in characters. */
const MAX_TOOL = 300;
