import type { FailureAnalysisReport, ReportedTurn, SuspendReason } from '../domain/report';
import { hasEnded, type Turn, type TurnEnd, type TurnStart } from '../domain/turn';
import type { StoreReader } from '../ports/store';

export interface ReportRequest {
  readonly store: StoreReader;
  readonly taskId: string;
  readonly reason: SuspendReason;
  readonly at: Date;
}

/** The most turns that a report lists; the newest. */
const MAX_REPORTED_TURNS = 50;

/** What a human needs to decide, from the store alone: failed strategies, last error, every turn. */
export function buildFailureReport(request: ReportRequest): FailureAnalysisReport {
  const { store, taskId, reason, at } = request;
  const failures = store.getFailures(taskId);
  const since = store.getTask(taskId)?.turnsBefore ?? 0;
  return {
    taskId,
    reason,
    failureCount: failures?.failureCount ?? 0,
    failedStrategies: failures?.failedStrategies ?? [],
    lastError: failures?.lastError ?? '',
    createdAt: at.toISOString(),
    turns: store
      .listTurns(taskId, MAX_REPORTED_TURNS)
      .filter((turn) => turn.number > since)
      .filter(hasEnded)
      .map(reportTurn),
    advice: [],
  };
}

function reportTurn(turn: Turn & TurnStart & TurnEnd): ReportedTurn {
  return {
    number: turn.number,
    at: turn.startedAt,
    taskId: turn.taskId,
    outcome: turn.outcome,
    agentEnd: turn.agentEnd,
    ...(turn.verification === undefined ? {} : { verifyEnd: turn.verification.end }),
    firstLines: turn.firstLines,
    responseHash: turn.replyHash,
    state: turn.stateAfter,
    durationMs: turn.durationMs,
    pivotDirective: turn.pivotDirective,
    reason: turn.reason,
    changedFiles: turn.changedFiles,
    newlyFailing: [],
    newlyPassing: [],
  };
}
