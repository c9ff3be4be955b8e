import type {
  FileProblem,
  FirstFire,
  ReplayView,
  RunLine,
} from '../../src/protocol/replay/replayView';
import { DETECTOR_WORDS, type StepVerdict } from '../../src/protocol/words';
import { nameSteps } from '../stepPicture';
import { visibleLine } from '../visibleText';

/** Longest names and messages in a line, in characters. */
const MAX_NAME = 200;
const MAX_MESSAGE = 400;

/** "1,234 steps". */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;
}

/** The name of a file without its folders. */
export function nameOf(file: string): string {
  return visibleLine(file.slice(file.search(/[^/\\]*$/)), MAX_NAME);
}

/** "run.jsonl line 17: no JSON". */
export function describeProblem({ file, line, message }: FileProblem): string {
  const at = line === undefined ? '' : ` line ${line}`;
  return `${nameOf(file)}${at}: ${visibleLine(message, MAX_MESSAGE)}`;
}

/** What the detectors make of a run: "stuck at step 17: the same call with the same result". */
export function describeFire({ detector, level, step }: FirstFire): string {
  return `${level === 'stuck' ? 'stuck' : 'suspected'} at step ${step}: ${DETECTOR_WORDS[detector]}`;
}

/** "30 steps, 12 saved". */
export function describeLength({ stepCount, saved }: Pick<RunLine, 'stepCount' | 'saved'>): string {
  return `${countOf(stepCount, 'step')}${saved === 0 ? '' : `, ${saved.toLocaleString()} saved`}`;
}

/** What a verdict rests on: "3 of 3, steps 11, 14 and 17". */
export function describeProof({ count, limit, evidence }: StepVerdict): string {
  return `${count} of ${limit}${evidence.length === 0 ? '' : `, ${nameSteps(evidence)}`}`;
}

/** All of it in one sentence, for whoever only hears it. */
export function describeSummary({ runs, stuck, suspect, saved }: ReplayView['summary']): string {
  const found = `${countOf(runs, 'run')}, ${stuck} stuck, ${suspect} suspected`;
  return `${found}; Devs would have saved ${countOf(saved, 'step')}`;
}
