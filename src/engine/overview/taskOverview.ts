import type { DevsConfig } from '../../model/config/config';
import { addCosts } from '../../model/judge/judgeCost';
import type { TaskOverview } from '../../model/overview/overview';
import type { RunningSteps } from '../../model/steps/step';
import type { TaskDefinition, TaskRecord, TaskStatus } from '../../model/task/task';
import { addSpending } from '../../model/usage/spending';
import type { TaskWait } from '../../model/task/taskWait';
import { applicableInterventions } from '../../model/task/transitionTable';
import { INTERVENTIONS, type Intervention } from '../../model/task/taskEvent';
import { isFinished } from '../../model/task/taskStatus';
import type { TurnSummary } from '../../ports/store';
import { isLoopPause } from '../attempts/endedByLoop';
import { findWaitingChange } from '../review/findWaitingChange';
import { findDoubtfulPass } from '../verification/findDoubtfulPass';
import { debuggerOverview } from './debuggerOverview';
import { hopOverview } from './hopOverview';
import { shownLanding } from './shownLanding';
import { shownLoop } from './shownLoop';
import type { OverviewFacts } from './overviewFacts';
import { outlookOf } from './outlook';
import { taskAgent } from './taskAgent';
import { turnMarks } from './turnMarks';
import type { HeldLimits } from '../scheduling/workingAgent';
import { newestRewind } from '../rewind/rewindHistory';
import { isCounted } from '../../model/turn/turn';
import { withFullStop } from '../../text/sentence';
import { taskIndex } from '../scheduling/taskIndex';
import { countingTask, isWithin, partsOf, whyWaiting } from '../scheduling/taskTree';
import { findOpenReport } from '../state/findReport';

/** The most turns that a task's picture shows; the newest. */
const MAX_TURN_MARKS = 60;

export interface TaskSources {
  readonly config: DevsConfig;
  readonly facts: OverviewFacts;
  readonly running: boolean;
  /** Pending tasks that wait for a clock, by id. */
  readonly waits: ReadonlyMap<string, TaskWait>;
  /** The usage limits of agents that hold now. */
  readonly limits: HeldLimits;
  /** Folders in which tasks work in worktrees, by counting task; absolute. */
  readonly worktrees: ReadonlyMap<string, string>;
}

/** Overview of one task. */
export function taskOverview(task: TaskDefinition, sources: TaskSources): TaskOverview {
  const { config, facts, running } = sources;
  const rootId = countingTask(config, task.id);
  const record = facts.records.get(task.id);
  const root = facts.records.get(rootId);
  const status = shownStatus(record, running);
  const kept = facts.turns.get(rootId) ?? [];
  const turns = kept.slice(-MAX_TURN_MARKS);
  const waiting = status === 'pending' ? whyWaiting(config, facts.store, task) : undefined;
  const newest = turns.at(-1);
  const runningTurn = running && newest?.outcome === 'running' ? newest : undefined;
  const { limits } = sources;
  const agents = taskAgent({ config, store: facts.store, limits }, task, { status, runningTurn });
  const { agent } = agents;
  const review = findWaitingChange(config, facts.store, task.id);
  const wait = status === 'pending' ? sources.waits.get(task.id) : undefined;
  return {
    id: task.id,
    title: task.title,
    goal: task.goal,
    parent: task.parent,
    dependsOn: task.dependsOn,
    ...(task.link !== undefined && { link: task.link }),
    priority: task.priority,
    ...agents,
    status,
    statusReason: waiting ?? wait?.reason ?? reasonOf(record, running),
    unverified: record?.unverified ?? false,
    ...landingOf(record, sources),
    waitingUntil: waiting === undefined ? waitingUntil(record, wait, running) : undefined,
    bestTurn: root?.bestTurn,
    entropy: root?.entropyCount ?? 0,
    ...outlookOf({ taskId: task.id, countsOn: rootId, agent, config, facts, status, turns: kept }),
    pivots: root?.pivotCount ?? 0,
    turns: turnMarks(turns, sources),
    turnCount: facts.turnCounts.get(rootId) ?? 0,
    ...familyOf(task, rootId, sources),
    ...spentOn(task, sources),
    ...judgeCost(kept),
    ...attemptsAt(task.id, facts),
    hops: hopOverview({
      ...{ task, config, store: facts.store, root, turns, running },
      reads: facts.inside.has(rootId),
    }),
    steps: running ? runningSteps(task.id, turns.at(-1), facts) : undefined,
    ...lastLoopOf({ id: task.id, status }, root, { turns, dismissed: facts.dismissed }),
    pivotHistory: facts.pivots.get(rootId) ?? [],
    ...debuggerOverview(root, running),
    ...(review && { review }),
    report: findOpenReport(facts.store, { id: task.id, status }),
    hints: hintsOf([rootId, task.id], facts),
    history: facts.interventions.get(task.id) ?? [],
    interventions: interventionsIn(status, wait !== undefined, {
      ...{ config, taskId: task.id, turns, facts, isReviewed: review !== undefined },
    }),
    runnable: status === 'pending' && waiting === undefined && !running,
    ...placesOf(task.id, rootId, sources),
  };
}

function landingOf(
  record: TaskRecord | undefined,
  { config, running }: TaskSources,
): Pick<TaskOverview, 'landing'> {
  if (!running || record?.status !== 'in_progress' || record.landing === undefined) return {};
  return { landing: shownLanding(config, record.landing) };
}

function placesOf(
  taskId: string,
  countsOn: string,
  { facts, worktrees }: TaskSources,
): Pick<TaskOverview, 'worktree' | 'branch'> {
  const [worktree, branch] = [worktrees.get(countsOn), facts.branches.get(taskId)];
  return { ...(worktree !== undefined && { worktree }), ...(branch && { branch }) };
}

function familyOf(
  { id, parent }: TaskDefinition,
  countsOn: string,
  { config, facts }: TaskSources,
): Pick<TaskOverview, 'family'> {
  if (parent === undefined && taskIndex(config).children(id).length === 0) return {};
  const turns = facts.turns.get(countsOn) ?? [];
  return { family: { countsOn, ownTurns: turns.filter(({ taskId }) => taskId === id).length } };
}

/** In its own turns and in those of its subtasks. */
function spentOn(
  { id }: TaskDefinition,
  { config, facts }: TaskSources,
): Pick<TaskOverview, 'spent'> {
  const parts = [...partsOf(config, id)].flatMap((part) => facts.spending.tasks.get(part) ?? []);
  const [first, ...rest] = parts;
  return first === undefined ? {} : { spent: rest.reduce(addSpending, first) };
}

function judgeCost(turns: readonly TurnSummary[]): Pick<TaskOverview, 'judge'> {
  const judge = addCosts(turns.flatMap(({ judged }) => judged?.cost ?? []));
  return judge === undefined ? {} : { judge };
}

function lastLoopOf(
  { id, status }: Pick<TaskRecord, 'id' | 'status'>,
  root: TaskRecord | undefined,
  {
    turns,
    dismissed,
  }: { readonly turns: readonly TurnSummary[]; readonly dismissed: ReadonlySet<string> },
): Pick<TaskOverview, 'lastLoop'> {
  const last = turns.findLast(({ taskId, outcome }) => taskId === id && isCounted(outcome));
  const goesOn = status === 'pending' || status === 'in_progress';
  const isOld = last !== undefined && last.number <= (root?.turnsBefore ?? 0);
  if (last?.stagedLoop === undefined || dismissed.has(last.id) || !goesOn || isOld) return {};
  return { lastLoop: withFullStop(`Turn ${last.number}: ${last.stagedLoop}`) };
}

/** Those of its own turn: one that counts on it may run on a subtask. */
function runningSteps(
  taskId: string,
  newest: TurnSummary | undefined,
  { store }: OverviewFacts,
): RunningSteps | undefined {
  if (newest?.outcome !== 'running' || newest.taskId !== taskId) return undefined;
  return store.getRunningSteps(newest.id);
}

function attemptsAt(
  taskId: string,
  { attempts, entries, leftByLoop, loops, records, store }: OverviewFacts,
): Pick<TaskOverview, 'attempts' | 'loop' | 'authority'> {
  const open = entries.get(taskId) ?? [];
  const found = {
    entries: open,
    ended: records.get(taskId)?.status === 'done_partial' ? leftByLoop.get(taskId) : undefined,
    detected: loops.get(taskId),
    attempts: attempts.get(taskId),
  };
  const granted = open.find(({ topic }) => topic === 'unblock_authority');
  return {
    attempts: found.attempts?.count ?? 0,
    loop: shownLoop(store, found),
    authority: granted === undefined ? undefined : (granted.loop?.blockers ?? []),
  };
}

function hintsOf(taskIds: readonly string[], { hints }: OverviewFacts): readonly string[] {
  return [...new Set(taskIds.flatMap((id) => hints.get(id) ?? []))];
}

interface Applying {
  readonly config: DevsConfig;
  readonly taskId: string;
  readonly turns: readonly TurnSummary[];
  readonly facts: OverviewFacts;
  /** Its change waits for a review. */
  readonly isReviewed: boolean;
}

/** The possible interventions, in display order; `waits`: the task waits for a time. */
function interventionsIn(
  status: TaskStatus,
  waits: boolean,
  applying: Applying,
): readonly Intervention[] {
  const allowed = applicableInterventions(status, waits).filter((what) => applies(what, applying));
  const isOpen = !isFinished(status) && hasOpenFinding(applying);
  return isOpen
    ? INTERVENTIONS.filter((what) => what === 'notALoop' || allowed.includes(what))
    : allowed;
}

/** Whether a loop in steps ended a turn of the task since a human last decided, and nobody called it no loop. */
function hasOpenFinding({ config, taskId, turns, facts }: Applying): boolean {
  const since = facts.records.get(countingTask(config, taskId))?.turnsBefore ?? 0;
  return turns.some(
    ({ id, taskId: worked, number, finding }) =>
      finding !== undefined &&
      number > since &&
      !facts.dismissed.has(id) &&
      isWithin(config, worked, taskId),
  );
}

/** Whether an intervention that the status allows is possible. */
function applies(
  what: Intervention,
  { config, taskId, turns, facts, isReviewed }: Applying,
): boolean {
  if (what === 'sendBack' || what === 'discard') return isReviewed;
  if (what === 'accept') return isReviewed || findDoubtfulPass(config, facts.store, taskId).ok;
  // It is sent back instead.
  if (what === 'resume') return !isReviewed;
  if (what === 'notALoop') return isEndedByLoop(taskId, facts);
  if (what === 'rewind') return turns.some((turn) => turn.checkpointBefore !== undefined);
  if (what !== 'redo') return true;
  return facts.rewinds.length > 0 && newestRewind(facts.store, taskId) !== undefined;
}

/** As `endsLoop`, from facts that were read for all tasks at once. */
function isEndedByLoop(
  taskId: string,
  { store, records, entries, leftByLoop }: OverviewFacts,
): boolean {
  const status = records.get(taskId)?.status;
  if (isStopped(status)) return isLoopPause(store.latestReport(taskId));
  if (status === 'done_partial') return leftByLoop.has(taskId);
  if (status !== 'blocked') return true;
  return (entries.get(taskId) ?? []).some(
    ({ topic, loop }) => topic === 'loop_escalation' && loop !== undefined,
  );
}

/** Whether its report alone says if a loop stopped it. */
function isStopped(status: TaskStatus | undefined): boolean {
  return status === 'PAUSED_FOR_INTERVENTION' || status === 'aborted_stuck';
}

/** A task in progress without an active run was interrupted: it is shown as pending. */
function shownStatus(record: TaskRecord | undefined, running: boolean): TaskStatus {
  const status = record?.status ?? 'pending';
  return status === 'in_progress' && !running ? 'pending' : status;
}

/** End of the task's wait: the given one of a pending task, the recorded one of a running task. */
function waitingUntil(
  record: TaskRecord | undefined,
  wait: TaskWait | undefined,
  running: boolean,
): string | undefined {
  if (wait !== undefined) return wait.until;
  return running && record?.status === 'in_progress' ? record.waitingUntil : undefined;
}

/** Ignores what a turn waits for that is no longer running. */
function reasonOf(record: TaskRecord | undefined, running: boolean): string {
  const waitsNoMore = record?.status === 'in_progress' && !running;
  return waitsNoMore ? '' : (record?.statusReason ?? '');
}
