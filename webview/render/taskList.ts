import type { DashboardView, TaskView } from '../../src/protocol/dashboardView';
import { STATUS_WORDS, type Group } from '../words';
import type { Context } from './context';
import { freshId, h, place, setShown, setText, type Part } from './dom';
import { createTaskCard, type TaskCardView } from './taskCard';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

const HEADINGS: readonly (readonly [Group, string])[] = [
  ['needsYou', 'Needs you'],
  ['open', 'Tasks'],
  ['finished', 'Finished'],
];

/** The tasks in three groups, those that need the human first; a card moves, it is never rebuilt. */
export function createTaskList(context: Context): Part<Ready> {
  const groups = HEADINGS.map(([group, heading]) => createGroup(group, heading));
  const cards = new Map<string, Part<TaskCardView>>();
  const none = h('p', { class: 'muted no-tasks' }, 'No tasks yet. Add one here or in devs.yaml.');
  const element = h('div', { class: 'tasks' }, none, ...groups.map((group) => group.element));

  const cardOf = (view: TaskCardView): Part<TaskCardView> => {
    const known = cards.get(view.task.id);
    if (known !== undefined) return known;
    const card = createTaskCard(context, view);
    cards.set(view.task.id, card);
    return card;
  };

  return {
    element,
    update: (view) => {
      removeGone(cards, view.tasks);
      setShown(none, view.tasks.length === 0);
      for (const { group, list, show } of groups) {
        const tasks = view.tasks.filter((task) => STATUS_WORDS[task.status].group === group);
        show(tasks.length);
        let before: Node | null = null;
        for (const task of tasks.toReversed()) {
          const { agents, loopThreshold, maxPivots } = view;
          const card: Part<TaskCardView> = cardOf({ task, agents, loopThreshold, maxPivots });
          card.update({ task, agents, loopThreshold, maxPivots });
          place(list, card.element, before);
          before = card.element;
        }
      }
    },
  };
}

function removeGone(cards: Map<string, Part<TaskCardView>>, tasks: readonly TaskView[]): void {
  const ids = new Set(tasks.map((task) => task.id));
  for (const [id, card] of cards) {
    if (ids.has(id)) continue;
    card.element.remove();
    cards.delete(id);
  }
}

function createGroup(
  group: Group,
  heading: string,
): {
  readonly group: Group;
  readonly element: HTMLElement;
  readonly list: HTMLElement;
  readonly show: (count: number) => void;
} {
  const id = freshId('group');
  const count = h('span', { class: 'count' });
  const list = h('ul', { class: 'cards', 'aria-labelledby': id });
  const element = h(
    'section',
    { class: 'group', 'data-group': group, hidden: '' },
    h('h2', { id }, heading, ' ', count),
    list,
  );
  return {
    group,
    element,
    list,
    show: (tasks) => {
      setShown(element, tasks > 0);
      setText(count, String(tasks));
    },
  };
}
