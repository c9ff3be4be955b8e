import { describeMeasurement } from '../../model/report/describeFailure';
import { maskAndCut } from '../../text/maskAndCut';
import { MAX_ATTEMPTS, type JudgedAttempt, type JudgeQuestion } from './judgeQuestion';
import { countOf } from '../../text/count';

const MAX_GOAL = 4_000;
const MAX_MESSAGE = 500;
const MAX_STRATEGY = 200;
const MAX_NAME = 120;
/** Maximum number of characters read of a text. */
const MAX_READ = 20_000;
/** Maximum number of listed names of one kind per attempt. */
const MAX_NAMES = 10;

/** One attempt as shown to the judge. Every text in it comes from an agent or a program that it ran. */
export interface AttemptData {
  /** 1 for the oldest one shown. */
  readonly attempt: number;
  readonly sinceTheAttemptBefore?: string;
  readonly agent?: string;
  readonly ended?: string;
  readonly failure?: string;
  readonly kindOfFailure?: string;
  readonly placeOfFailure?: string;
  /** Number of the first attempt that failed in the same way. */
  readonly sameFailureAs?: number;
  readonly failingTests?: readonly string[];
  readonly measured?: string;
  readonly changedFiles?: readonly string[];
  readonly moreChangedFiles?: number;
  readonly workspace?: 'unchanged';
  readonly agentSaysItTried?: string;
}

/** All facts that the judge receives. */
export interface JudgeData {
  readonly goal: string;
  readonly attempts: readonly AttemptData[];
  readonly current: AttemptData;
}

/**
 * Converts a question to data: bounded, secrets masked, without control characters. Attempts are numbered by position,
 * so that equal facts always give equal data.
 */
export function toJudgeData({ goal, history, judged, current }: JudgeQuestion): JudgeData {
  const shown = [...history.slice(-MAX_ATTEMPTS), ...(judged ? [judged] : []), current];
  const data = shown.map((attempt, index) => toAttemptData(attempt, shown.slice(0, index)));
  return {
    goal: clean(goal, MAX_GOAL),
    attempts: data.slice(0, -1),
    current: data.at(-1) ?? { attempt: 1 },
  };
}

function toAttemptData(attempt: JudgedAttempt, earlier: readonly JudgedAttempt[]): AttemptData {
  const before = earlier.at(-1);
  const gap = describeGap(before?.endedAt, attempt.startedAt);
  const { agent, ended, measurement, strategy = '' } = attempt;
  return {
    attempt: earlier.length + 1,
    ...(gap === undefined ? {} : { sinceTheAttemptBefore: gap }),
    ...(agent === undefined ? {} : { agent: clean(agent, MAX_NAME) }),
    ...(ended === undefined ? {} : { ended: clean(ended, MAX_STRATEGY) }),
    ...toFailureData(attempt, earlier),
    ...(measurement === undefined ? {} : { measured: describeMeasurement(measurement) }),
    ...toChangeData(attempt),
    ...(strategy === '' ? {} : { agentSaysItTried: clean(strategy, MAX_STRATEGY) }),
  };
}

function toFailureData(
  { failure }: JudgedAttempt,
  earlier: readonly JudgedAttempt[],
): Partial<AttemptData> {
  if (failure === undefined) return {};
  const { exactMessage, errorType, location, failingTests = [] } = failure;
  const first = earlier.findIndex((each) => isSame(each.failure, failure));
  return {
    failure: clean(exactMessage, MAX_MESSAGE),
    ...(errorType === undefined ? {} : { kindOfFailure: errorType }),
    ...(location === undefined ? {} : { placeOfFailure: clean(location.file, MAX_NAME) }),
    ...(first < 0 ? {} : { sameFailureAs: first + 1 }),
    ...(failingTests.length === 0 ? {} : { failingTests: cleanNames(failingTests) }),
  };
}

function isSame(a: JudgedAttempt['failure'], b: NonNullable<JudgedAttempt['failure']>): boolean {
  if (a === undefined) return false;
  return a.hash === undefined ? a.exactMessage === b.exactMessage : a.hash === b.hash;
}

function toChangeData({ changedFiles = [], unchanged }: JudgedAttempt): Partial<AttemptData> {
  if (unchanged === true) return { workspace: 'unchanged' };
  if (changedFiles.length === 0) return {};
  const more = changedFiles.length - MAX_NAMES;
  return {
    changedFiles: cleanNames(changedFiles),
    ...(more > 0 ? { moreChangedFiles: more } : {}),
  };
}

function cleanNames(all: readonly string[]): readonly string[] {
  return all.slice(0, MAX_NAMES).map((name) => clean(name, MAX_NAME));
}

/** Removes invisible and reordering characters first, then secrets, since a secret may contain such characters. */
function clean(text: string, length: number): string {
  const visible = text
    .slice(0, MAX_READ)
    .normalize('NFKC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{C}\n\t]/gu, '')
    .trim();
  const { text: masked, left } = maskAndCut(visible, length);
  return left > 0 || text.length > MAX_READ ? `${masked.slice(0, length - 1)}…` : masked;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Describes the time between two ISO 8601 times: "less than a minute", "7 minutes", "3 hours", "2
 * days"; undefined if one is missing or invalid. A negative time gives the shortest text.
 */
function describeGap(before: string | undefined, after: string | undefined): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  const ms = Date.parse(after) - Date.parse(before);
  if (Number.isNaN(ms)) return undefined;
  if (ms < MINUTE) return 'less than a minute';
  if (ms < HOUR) return countOf(Math.floor(ms / MINUTE), 'minute');
  if (ms < DAY) return countOf(Math.floor(ms / HOUR), 'hour');
  return countOf(Math.floor(ms / DAY), 'day');
}
