import type { DashboardView, TaskView } from '../../src/protocol/dashboardView';
import { STATUS_WORDS, type Group } from '../words';
import { createButton } from './button';
import type { Context } from './context';
import { freshId, h, place, setShown, setText, type Part } from './dom';
import { createTaskCard, type TaskCardView } from './taskCard';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

const HEADINGS: readonly (readonly [Group, string])[] = [
  ['needsYou', 'Needs you'],
  ['open', 'Tasks'],
  ['finished', 'Finished'],
];

/** With more finished tasks than this, they are folded until the human unfolds them. */
const MOST_FINISHED = 10;

/** The tasks in three groups, those that need the human first; a card moves, it is never rebuilt. */
export function createTaskList(context: Context, onAddTask: () => void): Part<Ready> {
  const groups = HEADINGS.map(([group, heading]) => createGroup(context, group, heading));
  const cards = new Map<string, Part<TaskCardView>>();
  const none = createNoTasks(onAddTask);
  const element = h('div', { class: 'tasks' }, none, ...groups.map((group) => group.element));

  const partOf = (view: TaskCardView): Part<TaskCardView> => {
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
        for (const card of cardsOf(view, runningFirst(tasks)).toReversed()) {
          const part: Part<TaskCardView> = partOf(card);
          // In this order: Chromium forgets to restyle a card that changes first and then leaves a hidden group.
          place(list, part.element, before);
          part.update(card);
          before = part.element;
        }
      }
    },
  };
}

function runningFirst(tasks: readonly TaskView[]): readonly TaskView[] {
  const running = tasks.filter((task) => task.status === 'in_progress');
  return [...running, ...tasks.filter((task) => task.status !== 'in_progress')];
}

function cardsOf(view: Ready, tasks: readonly TaskView[]): readonly TaskCardView[] {
  const { agents, loopThreshold, maxPivots } = view;
  return tasks.map((task, index) => {
    const above = tasks[index - 1];
    const indented =
      task.parent !== undefined && (above?.id === task.parent || above?.parent === task.parent);
    return { task, agents, loopThreshold, maxPivots, indented };
  });
}

function createNoTasks(onAddTask: () => void): HTMLElement {
  const add = createButton({ action: 'addFirstTask', label: 'Add task', appearance: 'primary' });
  add.onPress(onAddTask);
  return h(
    'div',
    { class: 'no-tasks' },
    h('p', {}, 'devs.yaml has no tasks. Add the first one here, or write it into the file.'),
    h('div', { class: 'actions' }, add.element),
  );
}

function removeGone(cards: Map<string, Part<TaskCardView>>, tasks: readonly TaskView[]): void {
  const ids = new Set(tasks.map((task) => task.id));
  for (const [id, card] of cards) {
    if (ids.has(id)) continue;
    card.element.remove();
    cards.delete(id);
  }
}

interface GroupPart {
  readonly group: Group;
  readonly element: HTMLElement;
  readonly list: HTMLElement;
  readonly show: (count: number) => void;
}

/** A group that the human can fold; a long list of finished tasks is folded at first. */
function createGroup(context: Context, group: Group, heading: string): GroupPart {
  const id = freshId('group');
  const count = h('span', { class: 'count' });
  const list = h('ul', { class: 'cards', 'aria-labelledby': id });
  const title = h('h2', { id }, heading, ' ', count);
  const element = h(
    'details',
    { class: 'group', 'data-group': group },
    h('summary', {}, title),
    list,
  );
  const section = `group:${group}`;
  let folded = false;
  element.addEventListener('toggle', () => {
    if (!element.hidden && element.open === folded) context.state.setOpen(section, element.open);
  });
  return {
    group,
    element,
    list,
    show: (tasks) => {
      setShown(element, tasks > 0);
      setText(count, String(tasks));
      folded = !context.state.isOpen(section, group !== 'finished' || tasks <= MOST_FINISHED);
      if (element.open === folded) element.open = !folded;
    },
  };
}
