import type { AgentQuestion } from '../../src/model/tools/agentQuestion';
import {
  isTaskView,
  type DashboardView,
  type ShownTask,
  type TaskView,
} from '../../src/protocol/dashboardView';
import { listAsked, listQuestions } from '../../src/model/overview/overview';
import { isSameAsked, type AskedKey } from '../../src/model/permissions/askedPermission';
import { DETECTOR_WORDS } from '../../src/reports/hops/describeHop';
import { describeAsked } from '../../src/reports/permissions/describePermission';
import { describeQuestion } from '../../src/reports/tools/describeQuestion';
import { visibleLine } from '../../src/text/visibleText';
import { describeProblems } from './configBanner';
import { STATUS_WORDS } from '../words';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

/** Maximum number of tasks announced by name at once. */
const MOST_NAMED = 3;

/** Finds what to announce to screen readers when a view follows another; each suspicion of a turn once. */
export function createNews(): (before: Ready | undefined, now: Ready) => readonly string[] {
  const newSuspicions = createSuspicionNews();
  return (before, now) => [
    ...(before?.problems === undefined && now.problems !== undefined
      ? [describeProblems(now.problems)]
      : []),
    ...now.notices.filter((notice) => before?.notices.includes(notice) !== true),
    ...newNeeds(before?.tasks ?? [], now.tasks),
    ...newRequests(before?.tasks ?? [], now.tasks),
    ...newSuspicions(now.tasks),
  ];
}

/** Each suspicion of a turn is announced once, even if it grows or returns. */
function createSuspicionNews(): (tasks: readonly ShownTask[]) => readonly string[] {
  let told = new Set<string>();
  return (tasks) => {
    const running = tasks.flatMap((task) => (isTaskView(task) && task.steps ? [task] : []));
    const news: string[] = [];
    const turns = new Set(running.map(({ id, steps }) => `${steps?.turn ?? 0} ${id}`));
    told = new Set([...told].filter((key) => turns.has(key.slice(key.indexOf('\n') + 1))));
    for (const { id, title, steps } of running) {
      if (steps?.suspicion === undefined) continue;
      const { detector } = steps.suspicion;
      const key = `${detector}\n${steps.turn} ${id}`;
      if (told.has(key)) continue;
      told.add(key);
      news.push(`${title} may be in a loop: ${DETECTOR_WORDS[detector]}`);
    }
    return news;
  };
}

function newNeeds(before: readonly ShownTask[], now: readonly ShownTask[]): readonly string[] {
  const known = new Map(before.map((task) => [task.id, task.status]));
  const news = now.flatMap((task) => {
    const { announcement } = STATUS_WORDS[task.status];
    if (announcement === undefined || known.get(task.id) === task.status) return [];
    const asks = isTaskView(task) && task.report?.question !== undefined;
    return [`${task.title} ${asks ? 'asks you a question' : `${announcement}: needs you`}`];
  });
  return news.length > MOST_NAMED ? [`${news.length} tasks need you`] : news;
}

/** Longest question that is announced, in characters. */
const MAX_QUESTION = 300;

/** What agents newly ask: permissions, then questions. */
export function newRequests(
  before: readonly ShownTask[],
  now: readonly ShownTask[],
): readonly string[] {
  const permissions = { list: listAsked, words: describeAsked, noun: 'permission requests' };
  const questions = {
    ...{ list: listQuestions, noun: 'questions' },
    words: (asked: AgentQuestion) => visibleLine(describeQuestion(asked), MAX_QUESTION),
  };
  return [...newlyAsked(before, now, permissions), ...newlyAsked(before, now, questions)];
}

interface AskedWords<T> {
  readonly list: (task: TaskView) => readonly T[];
  readonly words: (asked: T) => string;
  /** What several are called. */
  readonly noun: string;
}

function newlyAsked<T extends AskedKey>(
  before: readonly ShownTask[],
  now: readonly ShownTask[],
  { list, words, noun }: AskedWords<T>,
): readonly string[] {
  const known = new Map(before.filter(isTaskView).map((task) => [task.id, list(task)]));
  const news = now.filter(isTaskView).flatMap((task) =>
    list(task)
      .filter((asked) => known.get(task.id)?.some((each) => isSameAsked(each, asked)) !== true)
      .map((asked) => `${task.title}: ${words(asked)}`),
  );
  return news.length > MOST_NAMED ? [`${news.length} ${noun} wait for you`] : news;
}
