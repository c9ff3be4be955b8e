import { isTaskView, type DashboardView, type ShownTask } from '../../src/protocol/dashboardView';
import { DETECTOR_WORDS } from '../../src/reports/hops/describeHop';
import { STATUS_WORDS } from '../words';
import type { Context } from './context';
import { h, setShown, type Part } from './dom';
import { createFigures } from './figures/figures';
import { keepFocus } from './focus';
import { createHeader } from './header';
import { createNotices } from './notices';
import { drawState } from './states';
import { createTaskList } from './taskList';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

/** Maximum number of tasks announced by name at once. */
const MOST_NAMED = 3;

/** The whole page: the tasks, or the state that prevents them. */
export function createDashboard(context: Context): Part<DashboardView> {
  const figures = createFigures(context);
  const header = createHeader(context, figures.button);
  const tasks = createTaskList(context, header.addTask);
  figures.insteadOf(tasks.element);
  const notices = createNotices();
  const ready = h(
    'div',
    { class: 'ready', hidden: '' },
    header.element,
    notices.element,
    figures.element,
    tasks.element,
  );
  const slow = 'Devs has not answered yet. If this continues, run "Developer: Reload Window".';
  const loading = h(
    'div',
    { class: 'loading muted' },
    h('p', {}, 'Reading the tasks…'),
    h('p', { class: 'slow' }, slow),
  );
  const slot = h('div', { class: 'state-slot' }, loading);
  const element = h(
    'main',
    { class: 'dashboard' },
    h('h1', { class: 'sr-only' }, 'Devs'),
    ready,
    slot,
    context.announcer.element,
  );
  const newSuspicions = createSuspicionNews();
  let drawn = '';
  let before: Ready | undefined;

  const drawReady = (view: Ready): void => {
    drawn = '';
    // "The run has started." is outdated after its end.
    if (before?.run === 'RUNNING' && view.run !== 'RUNNING') context.announcer.clear();
    header.update(view);
    notices.update(view.notices);
    tasks.update(view);
    figures.update(view);
    const news = [
      ...newNotices(before, view),
      ...newNeeds(before?.tasks ?? [], view.tasks),
      ...newSuspicions(view.tasks),
    ];
    if (news.length > 0) context.announcer.say(news.join('. '));
    before = view;
  };
  const drawOther = (view: Exclude<DashboardView, Ready>): void => {
    const now = JSON.stringify(view);
    if (now === drawn) return;
    drawn = now;
    const state = drawState(context, view);
    slot.replaceChildren(state);
    context.announcer.say(state.querySelector('h2')?.textContent ?? '');
  };

  return {
    element,
    update: (view) => {
      keepFocus(element, () => {
        setShown(ready, view.kind === 'ready');
        setShown(slot, view.kind !== 'ready');
        if (view.kind === 'ready') drawReady(view);
        else drawOther(view);
      });
    },
  };
}

function newNotices(before: Ready | undefined, now: Ready): readonly string[] {
  return now.notices.filter((notice) => before?.notices.includes(notice) !== true);
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
