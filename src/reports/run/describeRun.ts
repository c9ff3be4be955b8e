import { PIVOT_NAME } from '../task/counterWords';
import { describeAsking } from '../../model/judge/judgeCost';
import type { TurnHop } from '../hops/describeHop';
import { describeMeasurement } from '../../model/report/describeFailure';
import { explainTurns, type ExplainedTurn } from '../judge/describeJudged';
import { selectHuman } from '../../model/run/intervention';
import type { RunReport, RunReportTask, RunReportTurn } from '../../model/run/runReport';
import { needsHuman } from '../../model/task/taskStatus';
import { countOf } from '../../text/count';
import { describeActor } from '../task/describeIntervention';
import { describeLoop, type ProvenLoop } from '../task/describeSteps';
import { describeAnsweredCalls, type PermissionsView } from '../permissions/describeAnsweredCalls';
import { describeSpent, hasKnownSpending } from '../usage/describeSpent';
import { acceptStep, resumeStep, reviewSteps, type NextStep } from '../task/nextStep';
import { describeTerminal } from './describeTerminal';

/**
 * Content of a run report for every surface: plain data. Texts are complete and may quote agents, programs and humans:
 * renderers only escape, shorten and lay them out.
 */
export interface RunView extends Pick<
  RunReport,
  'id' | 'startedAt' | 'endedAt' | 'selection' | 'terminalStatus' | 'stopReason'
> {
  /** "paused, it needs you". */
  readonly ended: string;
  /** "you in a terminal"; '' if unknown. */
  readonly startedBy: string;
  /** Absent if a time is invalid. */
  readonly durationMs?: number;
  /** "3 turns", "12 hops", …: turns, and other nonzero counts. */
  readonly counts: readonly string[];
  /** "Asking the judge took 2 calls, 1,284 tokens."; '' if it was not asked. */
  readonly judgeCost: string;
  readonly tasks: readonly RunTaskView[];
  /** The first task that needs the human, and how to continue it; absent for none. */
  readonly next?: {
    readonly taskId: string;
    readonly resume: NextStep;
    /** Accepts a doubtful pass; absent for other stops. */
    readonly accept?: NextStep;
  };
}

/** A task with its turns in the run, oldest first. */
export interface RunTaskView extends Omit<RunReportTask, 'permissions'> {
  readonly turns: readonly RunTurnView[];
  /** Absent if its agents asked for none. */
  readonly permissions?: PermissionsView;
}

export interface RunTurnView
  extends Omit<RunReportTurn, 'measurement' | 'inTurnLoop'>, ExplainedTurn {
  /** Number of hops of the turn, including unlisted ones. */
  readonly hopCount: number;
  readonly hops: readonly RunHop[];
  /** "8 passed, 2 failed"; '' without measurements. */
  readonly measured: string;
  readonly loop?: ProvenLoop;
}

/** A hop; `asked`: its request, else its reason. */
export type RunHop = TurnHop & { readonly asked: string };

/** Builds the content of a run report. */
export function describeRun(report: RunReport): RunView {
  const { id, startedAt, endedAt, selection, terminalStatus, stopReason, by, judge } = report;
  const durationMs = Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
  const tasks = describeTasks(report);
  const stopped = tasks.find(({ status }) => needsHuman(status));
  return {
    ...{ id, startedAt, endedAt, selection, terminalStatus, stopReason },
    ended: describeTerminal(terminalStatus),
    startedBy: by === undefined ? '' : describeActor(by),
    ...(Number.isNaN(durationMs) ? {} : { durationMs }),
    counts: describeCounts(report),
    judgeCost: describeAsking(judge),
    tasks,
    ...(stopped && { next: nextOf(stopped, report) }),
  };
}

function nextOf(task: RunTaskView, { turns }: RunReport): NonNullable<RunView['next']> {
  const { id, question } = task;
  // The turn may have been a subtask's.
  const doubtful = turns.some(
    ({ exit }) => exit?.by === 'doubt' && question !== undefined && exit.question === question,
  );
  const lastOutcome = task.turns.at(-1)?.outcome;
  const isReview = turns.at(-1)?.exit?.by === 'review';
  const reason = isReview ? 'REVIEW' : undefined;
  return {
    taskId: id,
    resume: resumeStep({ ...task, doubtful, lastOutcome, reason }),
    ...(doubtful && { accept: acceptStep(id) }),
    ...(isReview && { accept: reviewSteps(id).accept }),
  };
}

function describeCounts({ turns, hopCount, tasks, spent }: RunReport): readonly string[] {
  const pivots = tasks.reduce((sum, task) => sum + task.pivots, 0);
  const interventions = tasks.reduce(
    (sum, task) => sum + selectHuman(task.interventions).length,
    0,
  );
  return [
    countOf(turns.length, 'turn'),
    ...(hopCount === 0 ? [] : [countOf(hopCount, 'hop')]),
    ...(pivots === 0 ? [] : [countOf(pivots, PIVOT_NAME)]),
    ...(interventions === 0 ? [] : [countOf(interventions, 'intervention')]),
    ...(spent && hasKnownSpending({ spent }) ? [describeSpent(spent)] : []),
  ];
}

function describeTasks({ tasks, turns }: RunReport): readonly RunTaskView[] {
  const described = explainTurns(turns).map(describeTurn);
  return tasks.map(({ permissions: calls, ...task }) => {
    const permissions = describeAnsweredCalls(calls);
    return {
      ...task,
      ...(permissions && { permissions }),
      turns: described.filter(({ taskId }) => taskId === task.id),
    };
  });
}

function describeTurn(turn: RunReportTurn & ExplainedTurn): RunTurnView {
  const { measurement, inTurnLoop, ...kept } = turn;
  return {
    ...kept,
    hopCount: turn.hopCount ?? turn.hops.length,
    hops: turn.hops.map((hop) => ({
      ...hop,
      turn: turn.number,
      asked: hop.request === '' ? hop.reason : hop.request,
    })),
    measured: measurement === undefined ? '' : describeMeasurement(measurement),
    ...(inTurnLoop && { loop: describeLoop(inTurnLoop) }),
  };
}
