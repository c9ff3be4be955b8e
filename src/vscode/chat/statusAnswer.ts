import { describeAgent } from '../../reports/task/describeAgent';
import { formatProblem } from '../../model/config/config';
import {
  asksHuman,
  listAsked,
  listQuestions,
  type TaskOverview,
} from '../../model/overview/overview';
import { runActivity } from '../../model/overview/runActivity';
import { isCountedFurther, needsHuman } from '../../model/task/taskStatus';
import { describeAsked } from '../../reports/permissions/describePermission';
import { ACTIVITY_WORDS } from '../../reports/run/activityWords';
import { describeStatus } from '../../reports/run/statusWords';
import { describeEntropy, describePivots } from '../../reports/task/counterWords';
import { describeTurnCount } from '../../reports/task/describeTurnCount';
import { summariseTasks } from '../../reports/task/summariseTasks';
import { taskReason } from '../../reports/task/taskReason';
import { describeQuestion } from '../../reports/tools/describeQuestion';
import { capitalise, withFullStop } from '../../text/sentence';
import { COMMANDS } from '../contributions/contributions';
import { tasksNeedingYou } from '../notifications/tasksNeedingYou';
import type { ChatAnswer, ChatButton, ChatFolder, ChatTask } from './chatAnswer';
import { chatCode, chatList, chatText } from './chatText';
import { runButtons, taskButtons } from './taskButtons';

/** Tasks of a folder that are listed: those that need you, then running ones, then the others. */
const MAX_TASKS = 12;
/** Problems of a `devs.yaml` that are listed. */
const MAX_PROBLEMS = 3;

const OPEN_DASHBOARD: ChatButton = { title: 'Open Dashboard', command: COMMANDS.openDashboard };

/** What can be typed, below an answer to plain words. */
export const COMMAND_HINTS = [
  '`/status` shows the status of all tasks',
  '`/why <task>` explains why a task is paused and what you can do',
  '`/resume <task> <hint>` resumes a task with your hint',
  '`/lessons <words>` lists what helped with similar failures',
].join(' · ');

/** How all tasks of all folders are. */
export function statusAnswer(folders: readonly ChatFolder[]): ChatAnswer {
  const isNamed = folders.length > 1;
  const waiting = folders.flatMap((folder) =>
    tasksNeedingYou(folder.overview).map((task) => ({ folder, task })),
  );
  const [first] = waiting;
  return {
    markdown: folders.map((folder) => folderMarkdown(folder, isNamed)).join('\n\n'),
    buttons: [
      ...(first !== undefined && waiting.length === 1 ? taskButtons(first) : []),
      ...folders.flatMap((folder) => folderButtons(folder, isNamed)),
      OPEN_DASHBOARD,
    ],
  };
}

/** How certain tasks are; buttons only for one alone. */
export function tasksAnswer(tasks: readonly ChatTask[]): ChatAnswer {
  const [first] = tasks;
  const isOne = first !== undefined && tasks.length === 1;
  return {
    markdown: isOne
      ? `${taskLine(first)}\n\n${chatText(describeCounts(first))}`
      : chatList(tasks.map(taskLine)),
    buttons: isOne ? taskButtons(first) : [OPEN_DASHBOARD],
  };
}

/** "**Fix the cart** (`fix-cart`): Paused. Its reason."; of one whose agent asks, what it asks. */
export function taskLine({ folder, task }: ChatTask): string {
  if (asksHuman(task)) return `${nameTask(task)}: ${askedText(task)}`;
  const status = chatText(describeStatus(task, runActivity(folder.overview)));
  const reason = capitalise(taskReason(task));
  const why = reason === '' ? '' : ` ${chatText(withFullStop(reason))}`;
  return `${nameTask(task)}: ${status}.${why}`;
}

function askedText(task: TaskOverview): string {
  const requests = listAsked(task).map((each) => describeAsked(each).replaceAll('`', '"'));
  const asked = [...requests, ...listQuestions(task).map(describeQuestion)];
  return asked.map((each) => chatText(withFullStop(each))).join(' ');
}

/** A task by its title and id. */
export function nameTask({ id, title }: TaskOverview): string {
  return title === id ? `**${chatText(title)}**` : `**${chatText(title)}** (${chatCode(id)})`;
}

function folderMarkdown(folder: ChatFolder, isNamed: boolean): string {
  const { name, overview } = folder;
  const { tasks, config, stateProblem, notices } = overview;
  const sum = tasks.length === 0 ? 'no tasks yet' : summariseTasks(tasks);
  const head = [ACTIVITY_WORDS[runActivity(overview)], sum].join(' · ');
  const listed = tasks.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_TASKS);
  const left = tasks.length - listed.length;
  const problems = config.kind === 'invalid' ? config.problems : [];
  return [
    `${isNamed ? `${chatCode(name)}: ` : ''}${head}`,
    ...(stateProblem === undefined ? [] : [chatText(stateProblem)]),
    ...notices.map((notice) => chatText(notice)),
    ...problems.slice(0, MAX_PROBLEMS).map((problem) => chatText(formatProblem(problem))),
    chatList([
      ...listed.map((task) => taskLine({ folder, task })),
      ...(left > 0 ? [`… ${left} more`] : []),
    ]),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function folderButtons(folder: ChatFolder, isNamed: boolean): readonly ChatButton[] {
  if (folder.overview.config.kind !== 'invalid') return runButtons(folder, isNamed);
  return [
    { title: 'Open devs.yaml', command: COMMANDS.openConfig, argument: { folder: folder.uri } },
  ];
}

function rank(task: TaskOverview): number {
  const { status } = task;
  if (needsHuman(status) || asksHuman(task)) return 0;
  return status === 'in_progress' ? 1 : 2;
}

function describeCounts({ folder, task }: ChatTask): string {
  const { maxPivots } = folder.overview.limits;
  return [
    `Agent ${describeAgent(task, new Date())}`,
    describeTurnCount(task),
    ...(isCountedFurther(task.status)
      ? [describeEntropy(task), describePivots({ pivots: task.pivots, maxPivots })]
      : []),
  ].join(' · ');
}
