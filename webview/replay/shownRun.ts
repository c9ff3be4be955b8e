import {
  LEVEL_SIGNS,
  SAVED_SIGN,
  type RunTimeline,
  type TimelineText,
} from '../../src/protocol/replay/replayView';
import { stepCallText } from '../render/steps/stepCall';
import { describeResult } from '../stepPicture';
import { lookOf, type GroupLook } from './groupLook';
import { levelWords } from './replayWords';

const LEVELS = ['suspect', 'stuck'] as const;

/** Content of a timeline cell. */
export interface ShownStep {
  readonly index: number;
  readonly number: number;
  /** Undefined if its call occurs only once. */
  readonly look: GroupLook | undefined;
  /** Number of occurrences of its call. */
  readonly times: number;
  readonly level: 'suspect' | 'stuck' | undefined;
  /** "stuck here"; '' without a level. */
  readonly found: string;
  /** Whether ending the turn would have saved it. */
  readonly saved: boolean;
}

/** A timeline with lookups by index and number. */
export interface ShownRun {
  readonly timeline: RunTimeline;
  readonly count: number;
  readonly at: (index: number) => ShownStep;
  /** Index of the step with this number; undefined for none. */
  readonly indexOf: (number: number) => number | undefined;
}

/** Indexes a timeline: occurrences of each call, position of each number. */
export function shownRun(timeline: RunTimeline): ShownRun {
  const { numbers, groups, levels, saved } = timeline;
  const times = new Map<number, number>();
  for (const group of groups) times.set(group, (times.get(group) ?? 0) + 1);
  const words = levelWords(timeline);
  const places = new Map(numbers.map((number, index) => [number, index]));
  return {
    timeline,
    count: numbers.length,
    indexOf: (number) => places.get(number),
    at: (index) => {
      const group = groups[index] ?? -1;
      const sign = levels[index];
      const level = LEVELS.find((each) => LEVEL_SIGNS[each] === sign);
      return {
        index,
        number: numbers[index] ?? index,
        look: group < 0 ? undefined : lookOf(group),
        times: group < 0 ? 1 : (times.get(group) ?? 1),
        level,
        found: level === undefined ? '' : `${words[level]} here`,
        saved: saved[index] === SAVED_SIGN,
      };
    },
  };
}

/** Lists the facts of a step besides its texts: "call A, 14 times", "stuck". */
export function factsOf(
  { look, times, found, saved }: ShownStep,
  proves: boolean,
): readonly string[] {
  return [
    ...(look === undefined ? [] : [`call ${look.letter}, ${times} times`]),
    ...(found === '' ? [] : [found]),
    ...(proves ? ['evidence of the selected finding'] : []),
    ...(saved ? ['after Devs would have stopped'] : []),
  ];
}

/** Describes a step on one line, for screen readers. */
export function describeStep(
  step: ShownStep,
  texts: TimelineText | undefined,
  proves: boolean,
): string {
  const call = texts === undefined ? '' : stepCallText(texts);
  const result = texts === undefined ? '' : describeResult(texts);
  const words = texts?.words ?? '';
  return [
    `Step ${step.number}${call === '' ? '' : `: ${call}`}`,
    ...(words === '' ? [] : [`the agent wrote: ${words}`]),
    ...(result === '' ? [] : [`result: ${result}`]),
    ...factsOf(step, proves),
  ].join(', ');
}
