import type { DashboardView, TaskView } from '../../src/protocol/dashboardView';
import { STATUS_WORDS } from '../words';
import type { Context } from './context';
import { h, setShown, type Part } from './dom';
import { keepFocus } from './focus';
import { createHeader } from './header';
import { drawState } from './states';
import { createTaskList } from './taskList';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

/** The whole page: the tasks, or the one thing that stands in their way. */
export function createDashboard(context: Context): Part<DashboardView> {
  const header = createHeader(context);
  const tasks = createTaskList(context, header.addTask);
  const ready = h('div', { class: 'ready', hidden: '' }, header.element, tasks.element);
  const loading = h('p', { class: 'loading muted' }, 'Reading the tasks…');
  const slot = h('div', { class: 'state-slot' }, loading);
  const element = h(
    'main',
    { class: 'dashboard' },
    h('h1', { class: 'sr-only' }, 'Devs'),
    ready,
    slot,
    context.announcer.element,
  );
  let drawn = '';
  let before: Ready | undefined;

  return {
    element,
    update: (view) => {
      setShown(ready, view.kind === 'ready');
      setShown(slot, view.kind !== 'ready');
      if (view.kind === 'ready') {
        drawn = '';
        keepFocus(element, () => {
          header.update(view);
          tasks.update(view);
        });
        announceNeeds(context, before?.tasks ?? [], view.tasks);
        before = view;
        return;
      }
      const now = JSON.stringify(view);
      if (now === drawn) return;
      drawn = now;
      slot.replaceChildren(drawState(context, view));
    },
  };
}

function announceNeeds(
  context: Context,
  before: readonly TaskView[],
  now: readonly TaskView[],
): void {
  const known = new Map(before.map((task) => [task.id, task.status]));
  const news = now.flatMap((task) => {
    const { announcement } = STATUS_WORDS[task.status];
    if (announcement === undefined || known.get(task.id) === task.status) return [];
    return [`${task.title} ${announcement}: needs you`];
  });
  if (news.length > 0) context.announcer.say(news.join('. '));
}
