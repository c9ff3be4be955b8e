import { hasTests } from '../detection/progress/measureProgress';
import type { ConfigResult, DevsConfig } from '../domain/config';
import type { LeaseHolder } from '../domain/lease';
import type { Limits } from '../domain/limits';
import type { Overview, TaskOverview, TurnMark } from '../domain/overview';
import type { TaskDefinition, TaskRecord, TaskStatus } from '../domain/task';
import { MAX_HISTORY, toInterventionRecord, type InterventionRecord } from '../domain/intervention';
import { applicableInterventions, type Intervention } from '../domain/taskStatus';
import type { StoreReader, TurnSummary } from '../ports/store';
import { newestRewind } from './rewind/rewindHistory';
import { restingStatus } from './stateController';
import { countingTask, whyWaiting } from './taskTree';

/** Characters of a failure's hash that tell failures apart in a picture. */
const SHORT_NAME = 8;
/** The most turns that a task's picture shows; the newest. */
const MAX_TURN_MARKS = 60;

export interface OverviewSources {
  readonly config: ConfigResult;
  readonly store: StoreReader;
  readonly holder: LeaseHolder | undefined;
  /** Shown when the file is wrong and says none. */
  readonly fallbackLimits: Limits;
}

/** What a human is shown of a workspace, from its files alone. */
export function buildOverview(sources: OverviewSources): Overview {
  const { config, store, holder } = sources;
  const running = holder !== undefined && store.getRunStatus() === 'RUNNING';
  return {
    config: config.kind === 'invalid' ? config : { kind: config.kind },
    run: running ? 'RUNNING' : restingStatus(store),
    holder,
    limits: config.kind === 'ok' ? config.config.limits : sources.fallbackLimits,
    agents: config.kind === 'ok' ? Object.keys(config.config.agents) : [],
    tasks:
      config.kind === 'ok'
        ? config.config.tasks.map((task) =>
            taskOverview({ config: config.config, store, task, running }),
          )
        : [],
    stateProblem: undefined,
    notices: noticesOf(store, running),
  };
}

interface TaskSources {
  readonly config: DevsConfig;
  readonly store: StoreReader;
  readonly task: TaskDefinition;
  readonly running: boolean;
}

function taskOverview(sources: TaskSources): TaskOverview {
  const { config, store, task } = sources;
  const rootId = countingTask(config, task.id);
  const record = store.getTask(task.id);
  const root = store.getTask(rootId);
  const status = shownStatus(record, sources.running);
  const turns = store.listTurnSummaries({ countsOn: rootId, limit: MAX_TURN_MARKS });
  const waiting = status === 'pending' ? whyWaiting(config, store, task) : undefined;
  return {
    id: task.id,
    title: task.title,
    goal: task.goal,
    parent: task.parent,
    dependsOn: task.dependsOn,
    agent: record?.agentOverride ?? root?.agentOverride ?? task.agent,
    status,
    statusReason: waiting ?? reasonOf(record, sources.running),
    unverified: record?.unverified ?? false,
    waitingUntil: sources.running ? record?.waitingUntil : undefined,
    bestTurn: root?.bestTurn,
    entropy: root?.entropyCount ?? 0,
    pivots: root?.pivotCount ?? 0,
    turns: turns.map((turn) => turnMark(turn, sources.running)),
    turnCount: store.countTurns(rootId),
    pivotHistory: store.listPivots(rootId),
    report: status === 'PAUSED_FOR_INTERVENTION' ? store.latestReport(task.id) : undefined,
    hints: [...new Set([...store.listHints(rootId), ...store.listHints(task.id)])],
    history: historyOf(store, task.id),
    interventions: applicableInterventions(status).filter((what) => applies(what, sources, turns)),
    runnable: status === 'pending' && waiting === undefined && !sources.running,
  };
}

function historyOf(store: StoreReader, taskId: string): readonly InterventionRecord[] {
  return store
    .listTaskEvents(taskId, 'intervention', MAX_HISTORY)
    .flatMap(({ at, data }) => toInterventionRecord(at, data) ?? []);
}

/** Whether there is something that a rewind could go back to, or a redo undo. */
function applies(
  what: Intervention,
  { store, task }: TaskSources,
  turns: readonly TurnSummary[],
): boolean {
  if (what === 'rewind') return turns.some((turn) => turn.checkpointBefore !== undefined);
  if (what !== 'redo') return true;
  return newestRewind(store, task.id) !== undefined;
}

/** What a human should know of the state besides the tasks. */
function noticesOf(store: StoreReader, running: boolean): readonly string[] {
  const cut = running ? undefined : store.listRewinds().find(({ status }) => status === 'applying');
  const told = store.listNotices();
  return cut === undefined
    ? told
    : [
        ...told,
        `A ${cut.kind} of ${cut.taskId} was cut off half-way; the next command that changes something finishes it.`,
      ];
}

/** A task that claims to run while nobody runs anything was interrupted: it is pending. */
function shownStatus(record: TaskRecord | undefined, running: boolean): TaskStatus {
  const status = record?.status ?? 'pending';
  return status === 'in_progress' && !running ? 'pending' : status;
}

/** A wait that nobody sits out any more is no reason. */
function reasonOf(record: TaskRecord | undefined, running: boolean): string {
  const waitsNoMore = record?.waitingUntil !== undefined && !running;
  return waitsNoMore ? '' : (record?.statusReason ?? '');
}

function turnMark(turn: TurnSummary, running: boolean): TurnMark {
  const { number, taskId, measurement, durationMs, reason } = turn;
  const counts = measurement !== undefined && hasTests(measurement) ? measurement : undefined;
  return {
    number,
    taskId,
    outcome: turn.outcome === 'running' && !running ? 'interrupted' : turn.outcome,
    pivot: turn.pivotDirective > 0,
    at: turn.startedAt,
    durationMs,
    reason,
    failingTests: counts?.failed,
    testsRun: counts && counts.passed + counts.failed,
    failure: turn.failureHash?.slice(0, SHORT_NAME),
    checkpoint: turn.checkpointAfter !== undefined,
  };
}
