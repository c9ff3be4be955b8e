import { MAX_CARDS, type ShownTask } from '../../src/protocol/dashboardView';
import { matches } from '../taskFilter';
import {
  html,
  live,
  nothing,
  paragraph,
  repeat,
  type Content,
  type TemplateResult,
} from '../template';
import type { TextInput } from '../toolkit';
import { boundedList, type Sections } from './bounded';
import { disclosure } from './disclosure';
import { describeShown } from './filterBar';

/** Name of its section in the saved state. */
export const DEPENDS_ON = 'addTask:dependsOn';

/** Number of tasks in the list, and of names in the label; the others are found by their words. */
const MOST_LISTED = 50;
const MOST_NAMED = 3;

export interface DependsOnView {
  readonly tasks: readonly ShownTask[];
  /** Ids of the chosen tasks. */
  readonly chosen: readonly string[];
  /** Words that the listed tasks have; a chosen one is listed anyway. */
  readonly find: string;
  readonly onFind: (words: string) => void;
  readonly onChoose: (chosen: readonly string[]) => void;
}

/** The choice of tasks that must be done before; nothing where there is no task. */
export function dependsOnChoice(scope: Sections, view: DependsOnView): Content {
  if (view.tasks.length === 0) return nothing;
  const label = describeChosen(view.chosen);
  return disclosure(scope, { section: DEPENDS_ON, label, className: 'depends-on' }, () =>
    choices(scope, view),
  );
}

function describeChosen(chosen: readonly string[]): string {
  if (chosen.length === 0) return 'Depends on (optional)';
  const many = chosen.length > MOST_NAMED;
  return `Depends on ${many ? `${chosen.length} tasks` : chosen.join(', ')}`;
}

function choices(
  scope: Sections,
  { tasks, chosen, find, onFind, onChoose }: DependsOnView,
): TemplateResult {
  const many = tasks.length > MAX_CARDS;
  const ids = new Set(chosen);
  const found = tasks.filter(
    (task) => !many || ids.has(task.id) || matches(task, { text: find, status: '' }),
  );
  const listed = found.filter(({ id }, index) => index < MOST_LISTED || ids.has(id));
  const toggle = (id: string): void =>
    onChoose(ids.has(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return html`${many ? search(find, onFind) : nothing}
  ${boundedList(
    scope,
    { ...{ section: DEPENDS_ON, items: listed, noun: 'task' }, keep: ({ id }) => ids.has(id) },
    (shown) =>
      html`<fieldset class="checks"
        ><legend class="sr-only">Tasks that must be done first</legend>${repeat(
          shown,
          ({ id }) => id,
          (task) => choice(task, ids.has(task.id), () => toggle(task.id)),
        )}</fieldset
      >`,
  )}
  ${paragraph(describeShown({ tasks, shown: listed.length }), 'muted')}`;
}

function search(find: string, onFind: (words: string) => void): TemplateResult {
  const onInput = ({ target }: Event): void => onFind((target as TextInput).value);
  return html`<input
    type="search"
    class="search"
    placeholder="Find tasks"
    aria-label="Find tasks to wait for"
    spellcheck="false"
    .value=${live(find)}
    @input=${onInput}
  />`;
}

function choice({ id, title }: ShownTask, checked: boolean, onChange: () => void): TemplateResult {
  return html`<label class="check"
    ><input type="checkbox" .checked=${live(checked)} @change=${onChange} /><span
      >${title}${title === id ? nothing : html` <span class="muted">${id}</span>`}</span
    ></label
  >`;
}
