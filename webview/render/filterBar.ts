import type { ShownTask } from '../../src/protocol/dashboardView';
import type { TaskStatus } from '../../src/model/task/task';
import type { TaskFilter } from '../savedState';
import { html, live, repeat, paragraph, type TemplateResult } from '../template';
import { countByStatus } from '../taskFilter';
import { STATUS_WORDS } from '../words';

export interface FilterBarView {
  readonly tasks: readonly ShownTask[];
  /** Number of tasks that match the filter. */
  readonly shown: number;
  readonly filter: TaskFilter;
  readonly onChange: (change: Partial<TaskFilter>) => void;
}

interface Choice {
  /** '' = all. */
  readonly status: string;
  readonly label: string;
  readonly count: number;
  readonly chosen: boolean;
}

/** Filters tasks by words and by status, with counts. */
export function filterBar(view: FilterBarView): TemplateResult {
  const { tasks, filter, onChange } = view;
  const onInput = ({ target }: Event): void =>
    onChange({ text: (target as HTMLInputElement).value });
  const choices = choicesOf(tasks, filter.status);
  return html`<div class="filter" role="search">
    <input
      type="search"
      class="search"
      placeholder="Find tasks"
      aria-label="Find tasks"
      spellcheck="false"
      .value=${live(filter.text)}
      @input=${onInput}
    />
    <div class="choices" role="group" aria-label="Show tasks by status"
      >${repeat(
        choices,
        ({ status }) => status,
        (each) => choiceButton(each, () => onChange({ status: each.status })),
      )}</div
    >
    ${paragraph(describeShown(view), 'filter-result muted')}
  </div>`;
}

/** Describes how many tasks match: "14 of 2,000 tasks"; '' if all do. */
export function describeShown({ tasks, shown }: Pick<FilterBarView, 'tasks' | 'shown'>): string {
  if (shown === tasks.length) return '';
  return `${shown.toLocaleString()} of ${tasks.length.toLocaleString()} tasks`;
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

function choiceButton({ label, count, chosen }: Choice, onPress: () => void): TemplateResult {
  return html`<button type="button" class="choice" aria-pressed=${String(chosen)} @click=${onPress}
    >${label} <span class="count">${count.toLocaleString()}</span></button
  >`;
}
