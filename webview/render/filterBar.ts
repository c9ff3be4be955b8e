import type { ShownTask } from '../../src/protocol/dashboardView';
import type { TaskStatus } from '../../src/model/task/task';
import type { TaskFilter } from '../savedState';
import { countByStatus } from '../taskFilter';
import { STATUS_WORDS } from '../words';
import type { Context } from './context';
import { h, setAttribute, setShown, setText, type Part } from './dom';
import { createKeyedList } from './keyedList';

export interface FilterBarView {
  readonly tasks: readonly ShownTask[];
  /** Number of tasks that match the filter. */
  readonly shown: number;
  /** Whether there are many tasks; otherwise the bar is hidden. */
  readonly many: boolean;
}

interface Choice {
  /** '' = all. */
  readonly status: string;
  readonly label: string;
  readonly count: number;
  readonly chosen: boolean;
}

/** Filters tasks by words and by status, with counts. */
export function createFilterBar(context: Context, onChange: () => void): Part<FilterBarView> {
  const { state, announcer } = context;
  let heard = -1;
  const choose = (change: Partial<TaskFilter>): void => {
    state.update({ filter: { ...state.current.filter, ...change } });
    heard = -1;
    onChange();
  };
  const search = h('input', {
    type: 'search',
    class: 'search',
    placeholder: 'Find tasks',
    'aria-label': 'Find tasks',
    spellcheck: 'false',
  });
  search.value = state.current.filter.text;
  search.addEventListener('input', () => choose({ text: search.value }));
  const choices = h('div', {
    class: 'choices',
    role: 'group',
    'aria-label': 'Show tasks by status',
  });
  const drawChoices = createKeyedList<Choice>(
    choices,
    ({ status }) => status,
    ({ status }) => createChoice(() => choose({ status })),
  );
  const result = h('p', { class: 'filter-result muted' });
  const element = h(
    'div',
    { class: 'filter', role: 'search', hidden: '' },
    search,
    choices,
    result,
  );
  return {
    element,
    update: ({ tasks, shown, many }) => {
      setShown(element, many);
      if (!many) return;
      drawChoices(choicesOf(tasks, state.current.filter.status));
      const filtered = shown < tasks.length;
      const told = `${shown.toLocaleString()} of ${tasks.length.toLocaleString()} tasks`;
      setText(result, filtered ? told : '');
      setShown(result, filtered);
      // Announces only the result of the user's own choice, since tasks also change by themselves.
      if (filtered && heard === -1 && element.contains(document.activeElement)) announcer.say(told);
      heard = shown;
    },
  };
}

function choicesOf(tasks: readonly ShownTask[], chosen: string): readonly Choice[] {
  const counts = countByStatus(tasks);
  const choice = (status: string, label: string): Choice => {
    const count = status === '' ? tasks.length : (counts.get(status) ?? 0);
    return { status, label, count, chosen: status === chosen };
  };
  const statuses = (Object.keys(STATUS_WORDS) as TaskStatus[]).map((status) =>
    choice(status, STATUS_WORDS[status].word),
  );
  const all = [choice('', 'All'), ...statuses, choice('loop', 'In a loop')];
  return all.filter(
    ({ count, chosen: isChosen, status }) => count > 0 || isChosen || status === '',
  );
}

function createChoice(onPress: () => void): Part<Choice> {
  const label = document.createTextNode('');
  const count = h('span', { class: 'count' });
  const element = h('button', { type: 'button', class: 'choice' }, label, ' ', count);
  element.addEventListener('click', onPress);
  return {
    element,
    update: (choice) => {
      if (label.data !== choice.label) label.data = choice.label;
      setText(count, choice.count.toLocaleString());
      setAttribute(element, 'aria-pressed', String(choice.chosen));
    },
  };
}
