import { toReportedLoop } from '../../model/hops/hop';
import { buildDebuggerReport } from '../debugger/buildDebuggerReport';
import { maskSecrets } from '../../text/maskSecrets';
import { findTurnBlocker } from '../../rules/attempts/turnBlocker';
import { findBlockerLessons } from '../../rules/lessons/findBlockerLessons';
import { findLessons, FOUND_LESSONS, type FindLessons } from '../../rules/lessons/findLessons';
import type { FoundLesson } from '../../model/failure/lesson';
import { findSameFailures } from '../../rules/failure/signature/compareFailures';
import type { FailureSignature } from '../../model/failure/failure';
import type { RefusedCalls } from '../../model/failure/refusal';
import {
  WAITING_REASONS,
  type FailureAnalysisReport,
  type RepeatedFailure,
  type ReportedTurn,
  type ReportReason,
} from '../../model/report/pauseReport';
import { type EndedTurn, exitedCleanly, hasEnded, selectCounted } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';
import { advise, type JudgedDirection } from '../../rules/prompts/advice';
import { failedTurns, measuredTurns } from '../../rules/turn/turnHistory';
import { listTestChanges } from '../../rules/failure/signature/testChanges';

export interface ReportRequest {
  readonly store: StoreReader;
  readonly taskId: string;
  /** The task that its turns count on; absent: the task itself. */
  readonly countsOn?: string;
  readonly reason: ReportReason;
  readonly at: Date;
  /** Finds matching lessons; absent: compares words only. */
  readonly find?: FindLessons;
}

/** Most turns that a report lists; the newest ones. */
const MAX_REPORTED_TURNS = 50;
/** Most hops that a report lists; the newest ones. */
const MAX_REPORTED_HOPS = 60;

/** Builds the pause report from the store: the repeated failure, the tried strategies, every turn. */
export function buildFailureReport(request: ReportRequest): FailureAnalysisReport {
  const { store, taskId, countsOn = taskId, reason, at } = request;
  const failures = store.getFailures(countsOn);
  const task = store.getTask(countsOn);
  const ended = store.listTurns(countsOn).filter(hasEnded);
  const turns = ended
    .filter((turn) => turn.number > (task?.turnsBefore ?? 0))
    .filter((turn) => countsOn === taskId || turn.taskId === taskId)
    .slice(-MAX_REPORTED_TURNS);
  const counted = selectCounted(turns);
  const isOutside = endedOutside(turns, reason);
  const failure = isOutside ? undefined : lastFailure(counted);
  const loop = isOutside ? undefined : counted.at(-1)?.inTurnLoop;
  const lessons = findReportLessons(request, failure?.signature, turns.at(-1));
  // Nothing failed: the agent only waits for the human.
  const isWaiting = WAITING_REASONS.has(reason);
  const debuggerReport = task && buildDebuggerReport(task, turns);
  const best = measuredTurns(ended).find((turn) => turn.number === task?.bestTurn);
  return {
    taskId,
    reason,
    failureCount: failures?.failureCount ?? 0,
    failedStrategies: (failures?.failedStrategies ?? []).map(maskSecrets),
    lastError: maskSecrets(failures?.lastError ?? ''),
    createdAt: at.toISOString(),
    turns: turns.map((turn, index) => reportTurn(turn, turns.slice(0, index))),
    ...(failure && { failure: { ...failure, signature: masked(failure.signature) } }),
    ...(best && { best }),
    ...thresholdReasonOf(counted.at(-1)),
    ...(lessons.length > 0 && { lessons }),
    ...((reason === 'DOUBTFUL_PASS' || reason === 'REVIEW') && doubtfulPassOf(turns.at(-1))),
    ...insideTurns(turns),
    ...(debuggerReport && { debugger: debuggerReport }),
    advice: [
      ...(reason === 'LANDING_CONFLICT' ? [RESOLVING] : []),
      ...advise({
        measured: measuredTurns(counted),
        best,
        foundTests: isWaiting || counted.some((turn) => turn.verification?.source !== undefined),
        sameFailure: failure?.turns ?? [],
        judged: counted.map(directionOf),
        unchanged: isWaiting ? [] : unchangedTurns(counted),
        refused: refusedIn(turns),
        ...(loop && { loop }),
      }),
    ],
  };
}

/** Advice about a conflict with the workspace. */
const RESOLVING =
  'Resume the task: its agent then resolves the conflict in the worktree of the task.';

/** Lessons about what blocked the task, then about its failure; each once, at most `FOUND_LESSONS`. */
function findReportLessons(
  { store, reason, find = findLessons }: ReportRequest,
  failure: FailureSignature | undefined,
  last: EndedTurn | undefined,
): readonly FoundLesson[] {
  const lessons = store.listLessons();
  const isBlocked = reason === 'BLOCKED' || reason === 'ESCALATED';
  const blocker = isBlocked && last !== undefined ? findTurnBlocker(last) : undefined;
  const found = [
    ...(blocker === undefined ? [] : findBlockerLessons(lessons, blocker)),
    ...(failure === undefined ? [] : find(lessons, failure)),
  ];
  const ids = new Set<string>();
  return found.filter(({ lesson: { id } }) => !ids.has(id) && ids.add(id)).slice(0, FOUND_LESSONS);
}

/** Whether something outside the work blocked the task: then it is not stuck at the failure of an earlier turn. */
function endedOutside(turns: readonly EndedTurn[], reason: ReportReason): boolean {
  const last = turns.findLast(({ outcome }) => outcome !== 'interrupted');
  return reason === 'BLOCKED' && last?.outcome === 'not_agent';
}

function thresholdReasonOf(
  turn: EndedTurn | undefined,
): Pick<FailureAnalysisReport, 'thresholdReason'> {
  const reason = turn?.threshold?.reason;
  return reason === undefined ? {} : { thresholdReason: reason };
}

function doubtfulPassOf(turn: EndedTurn | undefined): Pick<FailureAnalysisReport, 'doubtfulPass'> {
  if (turn?.doubts === undefined) return {};
  const { doubts, changedTests = [], passDiff: diff = '' } = turn;
  return { doubtfulPass: { doubts, changedTests, diff } };
}

/** The numbers of all turns if none of them changed a file or was cut off; else none. */
function unchangedTurns(counted: readonly EndedTurn[]): readonly number[] {
  const idle = counted.every(
    (turn) => turn.changedFiles.length === 0 && exitedCleanly(turn.agentEnd),
  );
  return idle ? counted.map(({ number }) => number) : [];
}

/** Refused calls of these turns, equal ones added up, most frequent first. */
function refusedIn(turns: readonly EndedTurn[]): readonly RefusedCalls[] {
  const sums = new Map<string, RefusedCalls>();
  for (const each of turns.flatMap(({ refused = [] }) => refused)) {
    const { by, kind, tool, action } = each.refusal;
    const key = JSON.stringify([by, kind, tool, action]);
    sums.set(key, { ...each, count: each.count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()].toSorted((a, b) => b.count - a.count);
}

/** Undefined if the judge was asked only about the cause: then it did not assess the direction. */
function directionOf({ number, judged }: EndedTurn): JudgedDirection {
  const isAssessed = judged?.kind === 'decided' && judged.about !== 'cause';
  return { number, movesAway: isAssessed ? judged.verdict.isRegressive : undefined };
}

/** Masks secrets in program output: reports are shown, copied and shared. */
function masked(signature: FailureSignature): FailureSignature {
  return { ...signature, exactMessage: maskSecrets(signature.exactMessage) };
}

/** The hops of the turns, and the loop inside a turn if the last counted turn ended with it. */
function insideTurns(
  turns: readonly EndedTurn[],
): Pick<FailureAnalysisReport, 'hops' | 'inTurnLoop'> {
  const hops = turns
    .flatMap(({ number, hops: own = [] }) => own.map((hop) => ({ ...hop, turn: number })))
    .slice(-MAX_REPORTED_HOPS);
  const inTurnLoop = selectCounted(turns).at(-1)?.inTurnLoop;
  return {
    ...(hops.length > 0 && { hops }),
    ...(inTurnLoop && { inTurnLoop: toReportedLoop(inTurnLoop) }),
  };
}

/** The failure of the last counted turn and all turns with the same failure. */
function lastFailure(counted: readonly EndedTurn[]): RepeatedFailure | undefined {
  const signature = counted.at(-1)?.failure;
  if (signature === undefined) return undefined;
  const { turns, exact } = findSameFailures(failedTurns(counted), signature);
  return { signature, turns: turns.map(({ number }) => number), exact };
}

function reportTurn(turn: EndedTurn, earlier: readonly EndedTurn[]): ReportedTurn {
  const { verification, failure } = turn;
  return {
    number: turn.number,
    at: turn.startedAt,
    taskId: turn.taskId,
    outcome: turn.outcome,
    agentEnd: turn.agentEnd,
    ...(verification === undefined ? {} : { verifyEnd: verification.end }),
    firstLines: maskSecrets(turn.firstLines),
    responseHash: turn.replyHash,
    state: turn.stateAfter,
    durationMs: turn.durationMs,
    pivotDirective: turn.pivotDirective,
    reason: maskSecrets(turn.reason),
    changedFiles: turn.changedFiles,
    ...(verification?.measurement && { measurement: verification.measurement }),
    ...(failure && { failure: masked(failure) }),
    ...(turn.judged && { judged: turn.judged }),
    ...listTestChanges(turn, earlier),
  };
}
