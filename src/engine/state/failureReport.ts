import { maskSecrets } from '../../text/maskSecrets';
import { findLessons, type FindLessons } from '../../rules/lessons/findLessons';
import { compareFailures } from '../../rules/failure/signature/compareFailures';
import type { FailureSignature } from '../../model/failure/failure';
import type { RefusedCalls } from '../../model/failure/refusal';
import type {
  FailureAnalysisReport,
  RepeatedFailure,
  ReportedTurn,
  SuspendReason,
} from '../../model/report/pauseReport';
import {
  exitedCleanly,
  hasEnded,
  isCounted,
  type Turn,
  type TurnEnd,
  type TurnStart,
} from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';
import { advise, type JudgedDirection } from '../../rules/prompts/advice';
import { failedTurns, measuredTurns } from './turnHistory';
import { foldTestId } from '../../rules/failure/signature/testIds';

export interface ReportRequest {
  readonly store: StoreReader;
  readonly taskId: string;
  readonly reason: SuspendReason;
  readonly at: Date;
  /** Finds the lessons that fit; absent: by their words alone. */
  readonly find?: FindLessons;
}

/** The most turns that a report lists; the newest. */
const MAX_REPORTED_TURNS = 50;
/** The most steps inside turns that a report lists; the newest. */
const MAX_REPORTED_HOPS = 60;

type EndedTurn = Turn & TurnStart & TurnEnd;

/** Facts for a human's decision, from the store only: what is stuck, what was tried, every turn. */
export function buildFailureReport(request: ReportRequest): FailureAnalysisReport {
  const { store, taskId, reason, at, find = findLessons } = request;
  const failures = store.getFailures(taskId);
  const task = store.getTask(taskId);
  const ended = store.listTurns(taskId).filter(hasEnded);
  const turns = ended
    .filter((turn) => turn.number > (task?.turnsBefore ?? 0))
    .slice(-MAX_REPORTED_TURNS);
  const counted = turns.filter((turn) => isCounted(turn.outcome));
  const failure = lastFailure(counted);
  const lessons = failure === undefined ? [] : find(store.listLessons(), failure.signature);
  // Nothing failed: the agent only waits for the human.
  const isWaiting = reason === 'AGENT_QUESTION' || reason === 'AGENT_LIMIT';
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
    ...(lessons.length > 0 && { lessons }),
    ...insideTurns(turns),
    advice: advise({
      measured: measuredTurns(counted),
      best,
      foundTests: isWaiting || counted.some((turn) => turn.verification?.source !== undefined),
      sameFailure: failure?.turns ?? [],
      judged: counted.map(directionOf),
      unchanged: isWaiting ? [] : unchangedTurns(counted),
      refused: refusedIn(turns),
    }),
  };
}

/** All of them where no turn changed a file; none where one did, or an agent was cut off. */
function unchangedTurns(counted: readonly EndedTurn[]): readonly number[] {
  const idle = counted.every(
    (turn) => turn.changedFiles.length === 0 && exitedCleanly(turn.agentEnd),
  );
  return idle ? counted.map(({ number }) => number) : [];
}

/** What was refused in these turns, equal refusals added up, the most frequent first. */
function refusedIn(turns: readonly EndedTurn[]): readonly RefusedCalls[] {
  const sums = new Map<string, RefusedCalls>();
  for (const each of turns.flatMap(({ refused = [] }) => refused)) {
    const { by, kind, tool, action } = each.refusal;
    const key = JSON.stringify([by, kind, tool, action]);
    sums.set(key, { ...each, count: each.count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()].toSorted((a, b) => b.count - a.count);
}

/** A judge that was asked about the cause alone said nothing of the goal. */
function directionOf({ number, judged }: EndedTurn): JudgedDirection {
  const said = judged?.kind === 'decided' && judged.about !== 'cause';
  return { number, movesAway: said ? judged.verdict.isRegressive : undefined };
}

/** Reports are shown, copied and handed on: what a program printed may hold keys. */
function masked(signature: FailureSignature): FailureSignature {
  return { ...signature, exactMessage: maskSecrets(signature.exactMessage) };
}

/** What happened between the agents of its turns; a loop there, where the last counted turn ended with it. */
function insideTurns(
  turns: readonly EndedTurn[],
): Pick<FailureAnalysisReport, 'hops' | 'inTurnLoop'> {
  const hops = turns
    .flatMap(({ number, hops: own = [] }) => own.map((hop) => ({ ...hop, turn: number })))
    .slice(-MAX_REPORTED_HOPS);
  const inTurnLoop = turns.findLast((turn) => isCounted(turn.outcome))?.inTurnLoop;
  return { ...(hops.length > 0 && { hops }), ...(inTurnLoop && { inTurnLoop }) };
}

/** The failure of the last counted turn and every turn that failed alike. */
function lastFailure(counted: readonly EndedTurn[]): RepeatedFailure | undefined {
  const signature = counted.at(-1)?.failure;
  if (signature === undefined) return undefined;
  const alike = failedTurns(counted)
    .map((turn) => ({ ...turn, same: compareFailures(turn.failure, signature) }))
    .filter(({ same }) => same !== 'different');
  return {
    signature,
    turns: alike.map((turn) => turn.number),
    exact: alike.every(({ same }) => same === 'exact'),
  };
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
    reason: turn.reason,
    changedFiles: turn.changedFiles,
    ...(verification?.measurement && { measurement: verification.measurement }),
    ...(failure && { failure: masked(failure) }),
    ...(turn.judged && { judged: turn.judged }),
    ...testChanges(turn, earlier),
  };
}

interface TestChanges {
  readonly newlyFailing: readonly string[];
  readonly newlyPassing: readonly string[];
}

/**
 * Which tests fail in a turn and did not in the last earlier one that named its failing tests, and
 * the other way round. Nothing where either of the two does not name them.
 */
function testChanges(turn: TurnEnd, earlier: readonly TurnEnd[]): TestChanges {
  const now = failingIn(turn);
  const before = earlier.map(failingIn).findLast((names) => names !== undefined);
  if (now === undefined || before === undefined) return { newlyFailing: [], newlyPassing: [] };
  return { newlyFailing: without(now, before), newlyPassing: without(before, now) };
}

/** Names by their folded form: reports and closing lines write the same test differently. */
type Names = ReadonlyMap<string, string>;

function without(some: Names, others: Names): readonly string[] {
  return [...some].flatMap(([folded, name]) => (others.has(folded) ? [] : [name]));
}

/** Names of the failing tests; undefined when tests were not measured or failed without a name. */
function failingIn({ verification, failure }: TurnEnd): Names | undefined {
  const { measurement } = verification ?? {};
  if (measurement === undefined || measurement.passed + measurement.failed === 0) return undefined;
  if (measurement.failed === 0) return new Map();
  const names = failure?.failingTests ?? [];
  return names.length === 0 ? undefined : new Map(names.map((name) => [foldTestId(name), name]));
}
