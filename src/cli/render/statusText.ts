import { runActivity } from '../../model/overview/runActivity';
import { ACTIVITY_WORDS } from '../../reports/run/activityWords';
import type { NextStep } from '../../reports/task/nextStep';
import { shortTurnCount } from '../../reports/task/describeTurnCount';
import { nameStatus } from '../../reports/run/statusWords';
import { countWaits } from '../../reports/task/summariseTasks';
import { identifyHolder } from '../../model/workspace/leaseHolder';
import {
  isAsleep,
  isWaiting,
  type Overview,
  type TaskOverview,
} from '../../model/overview/overview';
import type { TaskStatus } from '../../model/task/task';
import { describeThresholds } from '../../reports/task/describeThresholds';
import { ENTROPY_NAME, PIVOT_NAME } from '../../reports/task/counterWords';
import { isCountedFurther } from '../../model/task/taskStatus';
import {
  describeSpent,
  describeSpentShortly,
  hasKnownSpending,
} from '../../reports/usage/describeSpent';
import { clockTime } from '../../text/time';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { alignColumns, GAP, tableWidth, type Cell } from '../terminal/table';
import { describeWait } from '../terminal/describeWait';
import { nextSteps } from './nextSteps';
import { describeRemark, statusesOf } from './taskRemark';
import { waitingLines } from './waitingText';
import { wrapLine } from '../terminal/wrapText';

/** Stands before a reason below its row. */
const INDENT = '    ';

export interface StatusTextOptions {
  readonly style: Style;
  /** Characters in a line of the terminal; `undefined` in a pipe: as long as it takes. */
  readonly columns: number | undefined;
  readonly now: Date;
}

/** The table that `devs status` prints, with who runs and what can be done next. */
export function statusText(overview: Overview, options: StatusTextOptions): string {
  const steps = nextSteps(overview);
  const lines = [
    ...noticeLines(overview, options.style),
    ...waitingLines(overview.tasks, { style: options.style, now: options.now }),
    headline(overview, options),
    ...(overview.tasks.length === 0 ? ['', 'devs.yaml has no tasks yet.'] : []),
    ...(overview.tasks.length === 0 ? [] : ['', ...taskLines(overview, options)]),
    ...spentLines(overview, options.style),
    ...thresholdLines(overview, options),
    ...(steps.length === 0 ? [] : ['', options.style.bold('Next')]),
    ...stepLines(steps, options.style).map((line) => `  ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Notices about the state, followed by an empty line; empty without notices. */
export function noticeLines({ notices }: Overview, style: Style): readonly string[] {
  if (notices.length === 0) return [];
  return [...notices.map((notice) => style.yellow(`! ${printableLine(notice)}`)), ''];
}

/** Commands and what they do, in two columns. */
export function stepLines(steps: readonly NextStep[], style: Style): readonly string[] {
  return alignColumns(
    steps.map(({ command, does }) => [
      { text: command, paint: style.cyan },
      { text: does, paint: style.dim },
    ]),
  );
}

function headline(overview: Overview, { style, now }: StatusTextOptions): string {
  const { run, holder, tasks } = overview;
  const running = describeSleep(tasks, now) ?? 'Running';
  const activity = runActivity(overview);
  const words = activity === 'RUNNING' ? running : ACTIVITY_WORDS[activity];
  const shown = [words, ...countWaits(tasks)].join(' · ');
  const painted = activity === 'PAUSED' ? style.yellow(shown) : shown;
  if (holder === undefined)
    return run === 'RUNNING' ? 'Not running (the last run was killed)' : painted;
  return `${painted} — held by ${printableLine(identifyHolder(holder))} since ${printableLine(clockTime(holder.since, now))}`;
}

/** The wait of a run without a running task; undefined if a task runs. */
function describeSleep(tasks: readonly TaskOverview[], now: Date): string | undefined {
  if (!isAsleep(tasks)) return undefined;
  const [first] = tasks.filter(isWaiting).sort(byTime);
  if (first === undefined) return undefined;
  return `Running, ${printableLine(first.id)} is next: ${describeWait(first.waitingUntil, '', now)}`;
}

function byTime(a: { waitingUntil: string }, b: { waitingUntil: string }): number {
  return Date.parse(a.waitingUntil) - Date.parse(b.waitingUntil);
}

/** What all tasks used, after an empty line; empty if nothing is known. */
function spentLines({ spent }: Overview, style: Style): readonly string[] {
  if (spent === undefined || !hasKnownSpending({ spent })) return [];
  return ['', style.dim(`Spent in all: ${describeSpent(spent)}`)];
}

/** Why thresholds differ from the configured one, after an empty line; empty where none does. */
function thresholdLines(
  { tasks }: Overview,
  { style, columns }: StatusTextOptions,
): readonly string[] {
  const lines = describeThresholds(tasks).map(printableLine);
  if (lines.length === 0) return [];
  const wrapped = columns === undefined ? lines : lines.flatMap((line) => wrapLine(line, columns));
  return ['', ...wrapped.map(style.dim)];
}

function taskLines(overview: Overview, options: StatusTextOptions): readonly string[] {
  const { style, columns, now } = options;
  const { tasks, limits } = overview;
  const shown = { style, maxPivots: limits.maxPivots, spent: tasks.some(hasKnownSpending) };
  const head = [
    'TASK',
    'STATUS',
    ENTROPY_NAME.toUpperCase(),
    PIVOT_NAME.toUpperCase(),
    'TURNS',
    ...(shown.spent ? ['SPENT'] : []),
  ].map((text) => ({
    text,
    paint: style.dim,
  }));
  const rows = [head, ...tasks.map((task) => cells(task, shown))];
  const statuses = statusesOf(tasks);
  const reasons = ['', ...tasks.map((task) => describeRemark(task, statuses, now))];
  const longest = Math.max(...reasons.map((reason) => reason.length));
  if (columns === undefined || tableWidth(rows) + GAP + longest <= columns) {
    return alignColumns(rows.map((row, index) => [...row, { text: reasons[index] ?? '' }]));
  }
  return alignColumns(rows).flatMap((row, index) => {
    const reason = reasons[index] ?? '';
    if (reason === '') return [row];
    return [row, ...wrapLine(reason, columns - INDENT.length).map((line) => INDENT + line)];
  });
}

interface ShownCells {
  readonly style: Style;
  readonly maxPivots: number;
  /** Whether the table has a column of what was spent. */
  readonly spent: boolean;
}

function cells(task: TaskOverview, { style, maxPivots, spent }: ShownCells): readonly Cell[] {
  const isOpen = isCountedFurther(task.status);
  return [
    { text: printableLine(task.id), paint: style.bold },
    { text: nameStatus(task), paint: statusColour(task.status, style) },
    { text: isOpen ? `${task.entropy} of ${task.loopThreshold}` : '–' },
    { text: isOpen ? `${task.pivots} of ${maxPivots}` : '–' },
    { text: shortTurnCount(task) },
    ...(spent ? [{ text: describeSpentShortly(task.spent) }] : []),
  ];
}

/** The name of a task's status in its colour. */
export function paintedStatus(task: NamedStatus, style: Style): string {
  return statusColour(task.status, style)(nameStatus(task));
}

type NamedStatus = Pick<TaskOverview, 'status' | 'landing'>;

function statusColour(status: TaskStatus, style: Style): (text: string) => string {
  switch (status) {
    case 'done':
      return style.green;
    case 'in_progress':
      return style.cyan;
    case 'PAUSED_FOR_INTERVENTION':
    case 'done_partial':
      return style.yellow;
    case 'aborted_stuck':
    case 'blocked':
      return style.red;
    case 'pending':
    case 'skipped':
      return style.dim;
    default:
      return status satisfies never;
  }
}
