import type {
  FileProblem,
  FirstFire,
  ReplayView,
  RunLine,
  RunTimeline,
} from '../../src/protocol/replay/replayView';
import { DETECTOR_WORDS } from '../../src/reports/hops/describeHop';
import type { StepVerdict } from '../../src/model/steps/step';
import { visibleLine } from '../../src/text/visibleText';
import { nameNumbers } from '../../src/text/list';
import { clockTime } from '../../src/text/time';
import { countOf, groupThousands } from '../../src/text/count';

/** Maximum lengths of names and messages on a line, in characters. */
const MAX_NAME = 200;
const MAX_MESSAGE = 400;

/** Returns the name of a file without its folders. */
export function nameOf(file: string): string {
  return visibleLine(file.slice(file.search(/[^/\\]*$/)), MAX_NAME);
}

/** Describes a problem: "run.jsonl line 17: no JSON". */
export function describeProblem({ file, line, message }: FileProblem): string {
  const at = line === undefined ? '' : ` line ${line}`;
  return `${nameOf(file)}${at}: ${visibleLine(message, MAX_MESSAGE)}`;
}

/** What the levels of findings are called in a replay, and in the proof of a session. */
const LEVELS = {
  replay: { stuck: 'stuck', suspect: 'suspected' },
  proof: { stuck: 'a loop', suspect: 'suspected' },
} as const;

/** The words for the levels of findings. */
export type LevelWords = (typeof LEVELS)[keyof typeof LEVELS];

/** The words for the levels of a timeline's findings. */
export function levelWords({ answers }: Pick<RunTimeline, 'answers'>): LevelWords {
  return answers === undefined ? LEVELS.replay : LEVELS.proof;
}

/** Describes a finding: "stuck at step 17: the same call with the same result". */
export function describeFire({ detector, level, step }: FirstFire): string {
  return `${LEVELS.replay[level]} at step ${step}: ${DETECTOR_WORDS[detector]}`;
}

/** Describes the findings of a run, one per line, or why there are none. */
export function describeFound({ fires, stepCount }: Pick<RunLine, 'fires' | 'stepCount'>): string {
  if (stepCount === 0) return 'no call with a result and no text of an agent';
  return fires.length === 0 ? 'nothing found' : fires.map(describeFire).join('\n');
}

/** Name of a run for humans: what it was asked; its id, or the name of its file, where that is unknown. */
export function runName({ asked = '', ...run }: Pick<RunLine, 'asked' | 'id' | 'file'>): string {
  return visibleLine(asked, MAX_NAME) || idOf(run);
}

/** What identifies a run that is named by what it was asked: its id; '' where the id is its name. */
export function runId(run: Pick<RunLine, 'asked' | 'id' | 'file'>): string {
  const id = idOf(run);
  return id === runName(run) ? '' : id;
}

function idOf({ id, file }: Pick<RunLine, 'id' | 'file'>): string {
  return visibleLine(id, MAX_NAME) || nameOf(file);
}

/** Describes where a run comes from: "Claude Code · 21:30"; '' if unknown. */
export function describeOrigin({ agent, at }: Pick<RunLine, 'agent' | 'at'>): string {
  const time = at === undefined ? '' : clockTime(at, new Date());
  return [visibleLine(agent ?? '', MAX_NAME), time].filter((part) => part !== '').join(' · ');
}

/** Describes the length of a run: "30 steps, 12 saved". */
export function describeLength({
  stepCount,
  saved,
  fires,
}: Pick<RunLine, 'stepCount' | 'saved' | 'fires'>): string {
  const steps = countOf(stepCount, 'step');
  if (saved > 0) return `${steps}, ${groupThousands(saved)} saved`;
  return fires[0]?.level === 'stuck' ? `${steps}, stuck at the end of its turn` : steps;
}

/** Describes the evidence of a verdict: "3 of 3, steps 11, 14 and 17". */
export function describeVerdictProof({ count, limit, evidence }: StepVerdict): string {
  return `${count} of ${limit}${evidence.length === 0 ? '' : `, ${nameNumbers('step', evidence)}`}`;
}

/** Describes the summary in one sentence, for screen readers. */
export function describeSummary({ runs, stuck, suspect, saved }: ReplayView['summary']): string {
  const found = `${countOf(runs, 'run')}, ${stuck} stuck, ${suspect} suspected`;
  return `${found}; ${describeSaving({ stuck, saved })}`;
}

function describeSaving({ stuck, saved }: Pick<ReplayView['summary'], 'stuck' | 'saved'>): string {
  if (stuck > 0 && saved === 0) return 'no step came after the loop was found';
  return `With Devs, ${countOf(saved, 'step')} would not have run`;
}
