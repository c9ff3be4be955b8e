import { describeHop } from '../../reports/hops/describeHop';
import { isWaiting, type Overview, type TaskOverview } from '../../model/overview/overview';
import { isFinished } from '../../model/task/taskStatus';
import { sanitizeLine } from '../text/sanitizeLabel';
import { describeNeedsYou, tasksNeedingYou } from '../notifications/tasksNeedingYou';
import { countOf } from '../../text/count';
import { localTime } from '../../text/time';

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

/** One line for all folders; undefined (the item is hidden) when none has a `devs.yaml`. */
export function statusBarText(folders: readonly FolderStatus[]): StatusBarText | undefined {
  const used = folders.filter(({ overview }) => overview.config.kind !== 'missing');
  if (used.length === 0) return undefined;
  const tooltip = used.map(describeFolder).join('\n');
  const waiting = used.reduce((sum, { overview }) => sum + tasksNeedingYou(overview).length, 0);
  const atWork = used.flatMap(activeTasks);
  const active = atWork.length > 0 ? atWork : used.flatMap(waitingTasks);
  if (active.length > 0) return running(active, waiting, tooltip);
  if (waiting > 0) {
    return { text: `$(warning) Devs: ${describeNeedsYou(waiting)}`, tooltip, level: 'warning' };
  }
  const wrong = used.some(({ overview }) => describeProblem(overview) !== undefined);
  if (wrong) return { text: '$(error) Devs: needs fixing', tooltip, level: 'error' };
  return { text: `$(checklist) Devs: ${describeFinished(used)}`, tooltip, level: 'normal' };
}

function activeTasks({ overview }: FolderStatus): readonly TaskOverview[] {
  if (overview.run !== 'RUNNING' || overview.holder === undefined) return [];
  return overview.tasks.filter((task) => task.status === 'in_progress');
}

/** Pending tasks that a run waits for outside a turn, by `waitingUntil`. */
function waitingTasks({ overview }: FolderStatus): readonly TaskOverview[] {
  if (overview.run !== 'RUNNING' || overview.holder === undefined) return [];
  return overview.tasks
    .filter((task) => task.status === 'pending')
    .filter(isWaiting)
    .sort((a, b) => Date.parse(a.waitingUntil) - Date.parse(b.waitingUntil));
}

function running(active: readonly TaskOverview[], waiting: number, tooltip: string): StatusBarText {
  const [first] = active;
  const allWait = active.every(isWaiting);
  const icon = allWait ? 'clock' : 'sync~spin';
  const until = allWait && first?.waitingUntil;
  const many = `${active.length} tasks${until ? ` wait until ${localTime(until, new Date())}` : ''}`;
  const what = active.length === 1 && first !== undefined ? describeActive(first) : many;
  const more = waiting === 0 ? '' : ` · ${describeNeedsYou(waiting)}`;
  return {
    text: `$(${icon}) Devs: ${what}${more}`,
    tooltip,
    level: waiting === 0 ? 'normal' : 'warning',
  };
}

function describeActive(task: TaskOverview): string {
  if (isWaiting(task)) return `${task.id} waits until ${localTime(task.waitingUntil, new Date())}`;
  return `${task.id} ${task.entropy}/${task.loopThreshold}`;
}

function describeFolder({ name, overview }: FolderStatus): string {
  const problem = describeProblem(overview);
  if (problem !== undefined && overview.tasks.length === 0) return `${name}: ${problem}`;
  const done = overview.tasks.filter((task) => isFinished(task.status)).length;
  const parts = [
    ...(problem === undefined ? [] : [problem]),
    `${done} of ${overview.tasks.length} tasks finished`,
  ];
  const active = [activeTasks, waitingTasks].flatMap((tasks) => tasks({ name, overview }));
  for (const task of active) {
    parts.push(
      `${task.id} is at turn ${task.turnCount}, entropy ${task.entropy} of ${task.loopThreshold}${describeThreshold(task)}, ` +
        `pivots ${task.pivots} of ${overview.limits.maxPivots}${describeWait(task)}${describeHopNow(task)}`,
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
function describeNeed({ status, report }: TaskOverview): string {
  if (report?.question !== undefined) return 'asks you a question';
  return status === 'aborted_stuck' ? 'was aborted as stuck: it needs you' : 'needs you';
}

/** The running hop of the task, after a comma; '' for none. */
function describeHopNow({ hops }: TaskOverview): string {
  return hops?.current === undefined ? '' : `, ${describeHop(hops.current)}`;
}

function describeWait(task: TaskOverview): string {
  if (!isWaiting(task)) return '';
  const cut = sanitizeLine(task.statusReason, MAX_REASON);
  return `, waits until ${localTime(task.waitingUntil, new Date())}${cut === '' ? '' : `: ${cut}`}`;
}

function describeProblem({ stateProblem, config }: Overview): string | undefined {
  if (stateProblem !== undefined) return stateProblem;
  if (config.kind !== 'invalid') return undefined;
  const count = config.problems.length;
  return `devs.yaml has ${countOf(count, 'problem')}`;
}

function describeFinished(folders: readonly FolderStatus[]): string {
  const tasks = folders.flatMap(({ overview }) => overview.tasks);
  const done = tasks.filter((task) => isFinished(task.status)).length;
  return tasks.length === 0 ? 'no tasks' : `${done}/${tasks.length}`;
}
