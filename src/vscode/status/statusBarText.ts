import { GUARDED_AGENT_NAMES } from '../../model/guard/guardedAgent';
import { describeEntropy, describePivots } from '../../reports/task/counterWords';
import { describeHop } from '../../reports/hops/describeHop';
import {
  asksHuman,
  isWaiting,
  listAsked,
  listQuestions,
  type Overview,
  type TaskOverview,
} from '../../model/overview/overview';
import { isRunActive, runActivity } from '../../model/overview/runActivity';
import { workingSince } from '../../model/overview/workingSince';
import { ACTIVITY_WORDS } from '../../reports/run/activityWords';
import { describeLandingNow, landingStatus } from '../../reports/landing/describeLanding';
import { countWaits, summariseTasks } from '../../reports/task/summariseTasks';
import { actionWords, questionWords } from '../text/askedWords';
import { sanitizeLine } from '../text/sanitizeLabel';
import { describeNeedsYou, tasksNeedingYou } from '../notifications/tasksNeedingYou';
import type { StoppedSession } from '../guard/sessionNotification';
import { countOf } from '../../text/count';
import { clockTime, timeLeft } from '../../text/time';
import { editorWords } from '../text/editorWords';

/** Longest reason in the tooltip, in characters. */
const MAX_REASON = 200;

/** A folder and its overview, for the status bar. */
export interface FolderStatus {
  readonly name: string;
  readonly overview: Overview;
}

/** What the status bar item shows. */
export interface StatusBarText {
  readonly text: string;
  readonly tooltip: string;
  readonly level: 'normal' | 'warning' | 'error';
}

/**
 * One line for all folders at a time; undefined (the item is hidden) when none has a `devs.yaml` and Devs stopped no
 * session.
 */
export function statusBarText(
  folders: readonly FolderStatus[],
  now: Date,
  stopped: readonly StoppedSession[] = [],
): StatusBarText | undefined {
  const used = folders.filter(({ overview }) => overview.config.kind !== 'missing');
  if (used.length === 0 && stopped.length === 0) return undefined;
  const tooltip = [
    ...used.map((folder) => describeFolder(folder, now)),
    ...stopped.map(describeStopped),
  ].join('\n');
  const tasks = used.reduce((sum, { overview }) => sum + tasksNeedingYou(overview).length, 0);
  const waiting = tasks + stopped.length;
  const atWork = used.flatMap(activeTasks);
  const active = atWork.length > 0 ? atWork : used.flatMap(waitingTasks);
  const isActive = used.some(({ overview }) => isRunActive(runActivity(overview)));
  if (isActive) return running(active, { waiting, tooltip, now });
  if (waiting > 0) {
    return { text: `$(warning) Devs: ${describeNeedsYou(waiting)}`, tooltip, level: 'warning' };
  }
  const wrong = used.some(({ overview }) => describeProblem(overview) !== undefined);
  if (wrong) return { text: '$(error) Devs: needs fixing', tooltip, level: 'error' };
  return { text: `$(checklist) Devs: ${describeFinished(used)}`, tooltip, level: 'normal' };
}

/** "Claude Code was stopped: The same call …" */
function describeStopped({ session, loop }: StoppedSession): string {
  return `${GUARDED_AGENT_NAMES[session.agent]} was stopped: ${sanitizeLine(loop.message, MAX_REASON)}`;
}

/** A task of a run. */
interface ActiveTask {
  readonly task: TaskOverview;
  readonly overview: Overview;
}

function activeTasks({ overview }: FolderStatus): readonly ActiveTask[] {
  if (!isRunActive(runActivity(overview))) return [];
  return overview.tasks
    .filter((task) => task.status === 'in_progress')
    .map((task) => ({ task, overview }));
}

/** Pending tasks that a run waits for outside a turn, by `waitingUntil`. */
function waitingTasks({ overview }: FolderStatus): readonly ActiveTask[] {
  if (!isRunActive(runActivity(overview))) return [];
  return overview.tasks
    .filter((task) => task.status === 'pending')
    .filter(isWaiting)
    .sort((a, b) => Date.parse(a.waitingUntil) - Date.parse(b.waitingUntil))
    .map((task) => ({ task, overview }));
}

interface Surroundings {
  /** Number of tasks and sessions that need the user. */
  readonly waiting: number;
  readonly tooltip: string;
  readonly now: Date;
}

function running(
  active: readonly ActiveTask[],
  { waiting, tooltip, now }: Surroundings,
): StatusBarText {
  const asking = active.find(({ task }) => asksHuman(task));
  if (asking !== undefined) {
    const others = waiting > 1 ? ` · ${describeNeedsYou(waiting - 1)}` : '';
    const icon = listAsked(asking.task).length > 0 ? 'shield' : 'question';
    const text = `$(${icon}) Devs: ${describeAsking(asking.task)}${others}`;
    return { text, tooltip, level: 'warning' };
  }
  const [first] = active;
  const allWait = active.length > 0 && active.every(({ task }) => isWaiting(task));
  const icon = allWait ? 'clock' : 'sync~spin';
  const until = allWait && first?.task.waitingUntil;
  const many = [
    `${active.length} tasks${until ? ` wait ${timeUntil(until, now)}` : ''}`,
    ...countWaits(active.map(({ task }) => task)),
  ].join(' · ');
  const one = first === undefined ? 'running' : describeActive(first, now);
  const more = waiting === 0 ? '' : ` · ${describeNeedsYou(waiting)}`;
  return {
    text: `$(${icon}) Devs: ${active.length > 1 ? many : one}${more}`,
    tooltip,
    level: waiting === 0 ? 'normal' : 'warning',
  };
}

/** "Fix the cart total asks: run "npm install" and 1 more". */
function describeAsking(task: TaskOverview): string {
  return `${sanitizeLine(task.title, MAX_TITLE)} ${describeAsked(task)}`;
}

/** "asks: run "npm install" and 1 more", of a task whose agent asks: permissions first, then questions; '' for none. */
function describeAsked(task: TaskOverview): string {
  const [first, ...others] = [
    ...listAsked(task).map((each) => actionWords(each, MAX_ACTION)),
    ...listQuestions(task).map((each) => questionWords(each, MAX_ACTION)),
  ];
  if (first === undefined) return '';
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `asks: ${first}${more}`;
}

/** Longest action or question in the status bar, in characters. */
const MAX_ACTION = 60;
/** Longest title in the status bar, in characters. */
const MAX_TITLE = 40;

/** "Fix the cart total · 4 min · attempt 2 of 3"; an attempt begins with a pivot. */
function describeActive({ task, overview }: ActiveTask, now: Date): string {
  const title = sanitizeLine(task.title, MAX_TITLE);
  if (isWaiting(task)) return `${title} waits ${timeUntil(task.waitingUntil, now)}`;
  const since = workingSince(overview, task);
  const minutes = since === undefined ? 0 : Math.floor((+now - Date.parse(since)) / 60_000);
  const activity = runActivity(overview);
  const attempt = `attempt ${task.pivots + 1} of ${overview.limits.maxPivots + 1}`;
  const landing = task.landing && landingStatus(task.landing).toLowerCase();
  const state =
    activity === 'RUNNING' ? (landing ?? attempt) : ACTIVITY_WORDS[activity].toLowerCase();
  return [title, ...(minutes > 0 ? [`${minutes} min`] : []), state].join(' · ');
}

function describeFolder({ name, overview }: FolderStatus, now: Date): string {
  const problem = describeProblem(overview);
  if (problem !== undefined && overview.tasks.length === 0) return `${name}: ${problem}`;
  const parts = [
    ...(problem === undefined ? [] : [problem]),
    ACTIVITY_WORDS[runActivity(overview)],
    summariseTasks(overview.tasks),
  ];
  const active = [activeTasks, waitingTasks].flatMap((tasks) => tasks({ name, overview }));
  for (const { task } of active) {
    parts.push(
      `${task.id} is at turn ${task.turnCount}, ${describeEntropy(task)}${describeThreshold(task)}, ` +
        `${describePivots({ pivots: task.pivots, maxPivots: overview.limits.maxPivots })}${describeWait(task, now)}${describeLanding(task)}${describeHopNow(task)}`,
    );
  }
  for (const task of tasksNeedingYou(overview)) parts.push(`${task.id} ${describeNeed(task)}`);
  return `${name}: ${parts.join('; ')}`;
}

/** Why the threshold differs from the configured one, in parentheses; '' if it does not. */
function describeThreshold({ thresholdReason }: TaskOverview): string {
  return thresholdReason === undefined ? '' : ` (${sanitizeLine(thresholdReason, MAX_REASON)})`;
}

/** What the user has to do for a task, by status. */
function describeNeed(task: TaskOverview): string {
  const { status, report } = task;
  if (asksHuman(task)) return describeAsked(task);
  if (report?.question !== undefined) return 'asks you a question';
  return status === 'aborted_stuck' ? 'was aborted as stuck: it needs you' : 'needs you';
}

/** The running hop of the task, after a comma; '' for none. */
function describeHopNow({ hops }: TaskOverview): string {
  return hops?.current === undefined ? '' : `, ${describeHop(hops.current)}`;
}

/** How its landing stands, after a comma; '' for none. */
function describeLanding({ landing }: TaskOverview): string {
  if (landing === undefined) return '';
  return `, ${sanitizeLine(describeLandingNow(landing), MAX_REASON)}`;
}

function describeWait(task: TaskOverview, now: Date): string {
  if (!isWaiting(task)) return '';
  const cut = sanitizeLine(editorWords(task.statusReason), MAX_REASON);
  return `, waits ${timeUntil(task.waitingUntil, now)}${cut === '' ? '' : `: ${cut}`}`;
}

/** "until 14:05 (in 3 min)". */
function timeUntil(until: string, now: Date): string {
  return `until ${clockTime(until, now)} (${timeLeft(until, now)})`;
}

function describeProblem({ stateProblem, config }: Overview): string | undefined {
  if (stateProblem !== undefined) return stateProblem;
  if (config.kind !== 'invalid') return undefined;
  const count = config.problems.length;
  return `devs.yaml has ${countOf(count, 'problem')}`;
}

function describeFinished(folders: readonly FolderStatus[]): string {
  const tasks = folders.flatMap(({ overview }) => overview.tasks);
  return tasks.length === 0 ? 'no tasks' : summariseTasks(tasks);
}
