import { describeDebugger, describeDebuggerChanges } from '../debugger/describeDebugger';
import type { DebuggerReport } from '../../model/debugger/debuggerReport';
import { describeStopReason, provingHops, type TurnHop } from '../hops/describeHop';
import {
  describeBest,
  describeFailure,
  describeRepetition,
} from '../../model/report/describeFailure';
import {
  WAITING_REASONS,
  type FailureAnalysisReport,
  type RepeatedFailure,
} from '../../model/report/pauseReport';
import type { FoundLesson } from '../../model/failure/lesson';
import { countOf } from '../../text/count';
import { describeAttempts, type DescribedAttempts } from '../task/describeAttempts';
import { describeFoundLesson, lessonCommand, lessonLine } from '../task/describeLesson';
import type { MissingProgram } from '../../model/report/missingProgram';
import { describeLoop, type ProvenLoop } from '../task/describeSteps';
import { acceptStep, resumeStep, reviewSteps, type NextStep } from '../task/nextStep';
import { describeDoubtfulPass, type DoubtfulPassView } from './doubtfulPass';
import { pauseCause, type PauseCause } from './pauseCause';
import { pauseReason, type PauseReason } from './pauseReason';
import { describePausedTurns, type PausedTurn } from './pausedTurns';

/**
 * Content of a pause report for every surface: plain data. Texts are complete and may quote agents, programs and
 * humans: renderers only escape, shorten and lay them out.
 */
export interface PauseView {
  readonly taskId: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly cause: PauseCause;
  /** The cause in one sentence, with its place. */
  readonly reason: PauseReason;
  /** The program for want of which it is blocked; absent for other causes. */
  readonly missing?: MissingProgram;
  /** The exact reason if events inside its turns stopped the task; '' for none. */
  readonly stopReason: string;
  readonly question?: PauseQuestion;
  /** Absent if nothing failed: the agent only waits for the human. */
  readonly failed?: FailedStrategies;
  /** The repeated failure of the task; absent if unknown. */
  readonly stuckAt?: StuckFailure;
  /** "turn 2 was the best: 8 passed, 2 failed"; absent without measurements. */
  readonly best?: string;
  /** "4 instead of 3: 6 of 7 similar tasks were solved at the fourth turn"; absent with the configured loop threshold. */
  readonly thresholdReason?: string;
  /** One sentence each. */
  readonly advice: readonly string[];
  /** Whether the advice is part of the decision: for a blocked task and one whose work conflicts with the workspace. */
  readonly adviceFirst: boolean;
  /** Title of the advice; "What to do" where it comes first. */
  readonly adviceTitle: 'Advice' | 'What to do';
  readonly lessons: readonly SuggestedLesson[];
  /** The loop inside the last turn; absent for none. */
  readonly loop?: ProvenLoop;
  /** The attempts that prove the loop over them; absent for none. */
  readonly attempts?: DescribedAttempts;
  /** Hops inside its last turns, oldest first. */
  readonly hops: readonly PausedHop[];
  /** Absent for other pauses, and in reports of earlier versions. */
  readonly doubtfulPass?: DoubtfulPassView;
  /** The debugger's call; absent for none. */
  readonly debugger?: PausedDebugger;
  /** Oldest first. */
  readonly turns: readonly PausedTurn[];
  /** How to continue the task. */
  readonly resume: NextStep;
  /** Accepts a doubtful pass; absent for other pauses. */
  readonly accept?: NextStep;
  /** What else can be done about a change that waits for a review; absent for other pauses. */
  readonly review?: ReturnType<typeof reviewSteps>;
}

export interface PausedDebugger {
  /** Who was asked, and how its diagnosis went. */
  readonly summary: string;
  /** '' for none. */
  readonly diagnosis: string;
  /** Sentences about changes that it made to files. */
  readonly changes: readonly string[];
}

export interface PauseQuestion {
  /** "The planner asks". */
  readonly askedBy: string;
  readonly text: string;
}

export interface FailedStrategies {
  /** "3 failed strategies". */
  readonly count: string;
  /** Oldest first; consecutive duplicates are merged. */
  readonly strategies: readonly TriedStrategy[];
  /** '' for none. */
  readonly lastError: string;
}

export interface TriedStrategy {
  readonly text: string;
  /** Number of consecutive tries. */
  readonly times: number;
}

export interface StuckFailure {
  /** Kind and place: "assertion failed at src/round.js:14 in roundTo". */
  readonly what: string;
  /** The printed message; several lines. */
  readonly message: string;
  /** "the same failure in turns 1 and 2". */
  readonly repetition: string;
  /** "2 tests fail"; '' if no test is named. */
  readonly testCount: string;
  readonly tests: readonly string[];
}

export interface SuggestedLesson {
  readonly id: string;
  readonly text: string;
  /** Its text on one line. */
  readonly line: string;
  /** How often and for which task the lesson helped, and the similarity of the failure. */
  readonly origin: string;
  /** Terminal command that tries it on this task. */
  readonly command: string;
  /** Whether its text is a hint to an agent; else another agent is the lesson. */
  readonly isHint: boolean;
}

/** A hop; `proves`: it is part of the loop inside the last turn. */
export type PausedHop = TurnHop & { readonly proves: boolean };

/** Builds the content of a pause report. */
export function describePause(report: FailureAnalysisReport): PauseView {
  const { taskId, createdAt, reason, question, failure, best, inTurnLoop, hops = [] } = report;
  const { thresholdReason } = report;
  const proof = new Set(provingHops(report));
  const failed = failedStrategies(report);
  const doubtful = reason === 'DOUBTFUL_PASS';
  const status = report.terminalStatus ?? 'PAUSED_FOR_INTERVENTION';
  const adviceFirst = status === 'blocked' || reason === 'LANDING_CONFLICT';
  return {
    taskId,
    createdAt,
    cause: pauseCause(report),
    reason: pauseReason(report),
    ...(report.missing && { missing: report.missing }),
    stopReason: describeStopReason(report),
    ...(question !== undefined && { question: { askedBy: nameAsker(report), text: question } }),
    ...(failed && { failed }),
    ...(failure && { stuckAt: describeStuck(failure) }),
    ...(best && { best: describeBest(best) }),
    ...(thresholdReason !== undefined && { thresholdReason }),
    advice: [...new Set(report.advice)],
    adviceFirst,
    adviceTitle: adviceFirst ? 'What to do' : 'Advice',
    lessons: (report.lessons ?? []).map((found) => suggest(found, taskId)),
    ...(inTurnLoop && { loop: describeLoop(inTurnLoop) }),
    ...(report.attemptLoop && { attempts: describeAttempts(report.attemptLoop) }),
    hops: hops.map((hop) => ({ ...hop, proves: proof.has(hop) })),
    ...(report.doubtfulPass && { doubtfulPass: describeDoubtfulPass(report.doubtfulPass) }),
    ...(report.debugger && { debugger: toPausedDebugger(report.debugger) }),
    turns: describePausedTurns(report),
    resume: resumeStep({ id: taskId, status, question, doubtful, reason }),
    ...(doubtful && { accept: acceptStep(taskId) }),
    ...(reason === 'REVIEW' && { review: reviewSteps(taskId) }),
  };
}

function toPausedDebugger(report: DebuggerReport): PausedDebugger {
  const { agent, result, changes } = report;
  return {
    summary: describeDebugger(report),
    diagnosis: result.kind === 'diagnosed' ? result.diagnosis : '',
    changes: changes === undefined ? [] : describeDebuggerChanges(agent, changes),
  };
}

/** At a limit, Devs stops the planner and asks. */
function nameAsker({ reason }: FailureAnalysisReport): string {
  if (reason === 'QUESTION') return 'The planner asks';
  return reason === 'AGENT_QUESTION' ? 'The agent asks' : 'Devs asks';
}

function failedStrategies(report: FailureAnalysisReport): FailedStrategies | undefined {
  const { reason, failureCount, lastError } = report;
  if (WAITING_REASONS.has(reason) && failureCount === 0) return undefined;
  return {
    count: countOf(failureCount, 'failed strategy', 'failed strategies'),
    strategies: mergeRepeats(report.failedStrategies),
    lastError,
  };
}

function mergeRepeats(strategies: readonly string[]): readonly TriedStrategy[] {
  const merged: TriedStrategy[] = [];
  for (const text of strategies) {
    const last = merged.at(-1);
    if (last?.text === text) merged[merged.length - 1] = { text, times: last.times + 1 };
    else merged.push({ text, times: 1 });
  }
  return merged;
}

/** Formats the number of tries as a suffix: " (2 times)"; '' for one. */
export function describeRepeats(times: number): string {
  return times > 1 ? ` (${times} times)` : '';
}

function describeStuck(failure: RepeatedFailure): StuckFailure {
  const { exactMessage, failingTests: tests } = failure.signature;
  return {
    what: describeFailure(failure.signature),
    message: exactMessage,
    repetition: describeRepetition(failure),
    testCount: tests.length === 0 ? '' : countOf(tests.length, 'test fails', 'tests fail'),
    tests,
  };
}

function suggest(found: FoundLesson, taskId: string): SuggestedLesson {
  const { lesson } = found;
  return {
    id: lesson.id,
    text: lesson.text,
    line: lessonLine(lesson.text),
    origin: describeFoundLesson(found),
    command: lessonCommand(taskId, lesson),
    isHint: !['agent_change', 'resume'].includes(lesson.brokenBy),
  };
}
