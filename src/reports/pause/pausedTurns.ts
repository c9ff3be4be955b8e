import { explainTurns, type JudgedWords } from '../judge/describeJudged';
import {
  compareFailures,
  describeMeasurement,
  hasChangeFacts,
} from '../../model/report/describeFailure';
import type { FailureAnalysisReport, ReportedTurn } from '../../model/report/pauseReport';
import { describeEnd, type TurnOutcome } from '../../model/turn/turn';

/** Number of shown characters of a hash. */
const SHOWN_HASH = 12;

/** Content of a turn in a pause report. */
export interface PausedTurn {
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The subtask that it ran on; absent if it was the paused task. */
  readonly subtask?: string;
  readonly outcome: TurnOutcome;
  readonly durationMs: number;
  /** Count in the pivot directive that headed it; 0 without one. */
  readonly pivotDirective: number;
  /** End of the agent: "exit code 0". */
  readonly agentEnd: string;
  /** As `agentEnd`, or "not run". */
  readonly verification: string;
  /** Start of the hash of reply and workspace; '' for none. */
  readonly reply: string;
  readonly state: string;
  /** Reason of its outcome, without the judge's reasoning; '' for none. */
  readonly reason: string;
  /** Who decided; absent if the judge was asked about none of the turns. */
  readonly decision?: JudgedWords;
  /** Absent in reports without facts about changes. */
  readonly changes?: TurnChanges;
  /** First lines of the agent's reply. */
  readonly firstLines: string;
}

export interface TurnChanges {
  /** "8 passed, 2 failed"; '' without measurements. */
  readonly counts: string;
  /** "same failure as turn 1", "a new failure"; '' for neither. */
  readonly failure: string;
  readonly files: readonly string[];
  readonly newlyFailing: readonly string[];
  readonly newlyPassing: readonly string[];
}

/** Describes the turns of a report, oldest first. */
export function describePausedTurns({
  turns,
  taskId,
}: FailureAnalysisReport): readonly PausedTurn[] {
  const changes = describeChanges(turns);
  return explainTurns(turns).map((turn, index) => ({
    number: turn.number,
    at: turn.at,
    ...(turn.taskId === taskId ? {} : { subtask: turn.taskId }),
    outcome: turn.outcome,
    durationMs: turn.durationMs,
    pivotDirective: turn.pivotDirective,
    agentEnd: describeEnd(turn.agentEnd),
    verification: turn.verifyEnd === undefined ? 'not run' : describeEnd(turn.verifyEnd),
    reply: turn.responseHash.slice(0, SHOWN_HASH),
    state: turn.state.slice(0, SHOWN_HASH),
    reason: turn.reason,
    ...(turn.decision && { decision: turn.decision }),
    ...(changes[index] && { changes: changes[index] }),
    firstLines: turn.firstLines,
  }));
}

function describeChanges(turns: readonly ReportedTurn[]): readonly TurnChanges[] {
  if (!hasChangeFacts(turns)) return [];
  const failures = compareFailures(turns);
  return turns.map(({ measurement, changedFiles, newlyFailing, newlyPassing }, index) => ({
    counts: measurement === undefined ? '' : describeMeasurement(measurement),
    failure: failures[index] ?? '',
    files: changedFiles,
    newlyFailing,
    newlyPassing,
  }));
}
