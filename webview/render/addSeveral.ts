import type { FoundTasks } from '../../src/model/task/foundTasks';
import type { NewTask, SharedTaskParts } from '../../src/model/task/newTask';
import type { ShownTask } from '../../src/protocol/dashboardView';
import { MAX_LIST } from '../../src/protocol/messages';
import { countOf } from '../../src/text/count';
import type { AddTaskDraft } from '../savedState';
import {
  html,
  live,
  nothing,
  paragraph,
  repeat,
  type Content,
  type TemplateResult,
} from '../template';
import { boundedList } from './bounded';
import { sending, type ButtonLook, type ButtonView } from './button';
import type { Scope } from './context';
import { inlineCode } from './inlineCode';

/** What the form for new tasks shares: what was found for its list, until that changes. */
export interface AddFormScope extends Scope {
  readonly found: { current: FoundList | undefined };
}

/** Tasks that a list names. */
export interface FoundList extends Pick<FoundTasks, 'tasks' | 'there' | 'notes'> {
  /** The list as it was entered. */
  readonly list: string;
  /** Ids of those that the user does not want. */
  readonly without: ReadonlySet<string>;
}

const PLACEHOLDER = 'One task per line, or a source such as TODO.md or github:#12';

/** What the parts of the form know of what is there. */
export interface SeveralView {
  readonly draft: AddTaskDraft;
  /** The tasks of `devs.yaml`. */
  readonly known: readonly Pick<ShownTask, 'id'>[];
}

/** The list, and the titles that were found for it. */
export function severalFields(scope: AddFormScope, view: SeveralView): TemplateResult {
  const { draft } = view;
  const found = foundFor(scope, view);
  return html`<vscode-text-area
      name="list"
      rows="6"
      resize="vertical"
      maxlength=${MAX_LIST}
      placeholder=${PLACEHOLDER}
      .value=${live(draft.list)}
      >Tasks</vscode-text-area
    >
    <div class="found" role="status"
      >${found === undefined ? nothing : preview(scope, found)}</div
    >`;
}

/** Looks for the tasks of the list; then adds those that the user wants. */
export function severalButton(
  scope: AddFormScope,
  view: SeveralView,
  { shared, onAdded }: { readonly shared: SharedTaskParts; readonly onAdded: () => void },
): ButtonView {
  const found = foundFor(scope, view);
  if (found === undefined || found.tasks.length === 0) return previewButton(scope, view.draft);
  const tasks = found.tasks
    .filter(({ id }) => !found.without.has(id))
    .map((task): NewTask => ({ ...task, ...shared }));
  const look: ButtonLook = {
    ...({ action: 'submitTasks', appearance: 'primary' } as const),
    label: `Add ${countOf(tasks.length, 'task')}`,
    ...(tasks.length === 0 && { state: { enabled: false, hint: 'Select at least one task.' } }),
  };
  return sending(scope, look, { method: 'addTasks', params: { tasks }, onDone: onAdded });
}

function previewButton(scope: AddFormScope, { list }: AddTaskDraft): ButtonView {
  const look = { action: 'findTasks', label: 'Preview', appearance: 'primary' } as const;
  const button = sending(scope, look, {
    method: 'findTasks',
    params: { text: list },
    onDone: ({ tasks, there, notes }) => {
      scope.found.current = { list, tasks, there, notes, without: new Set() };
      scope.redraw();
    },
  });
  if (list.trim() !== '') return button;
  const onPress = (): void =>
    scope.sender.complain('Enter one task per line, or name a file or a GitHub issue.');
  return { ...button, onPress };
}

/** What was found for the list as it is now, and while no task has got one of these ids. */
function foundFor(
  { found: { current } }: AddFormScope,
  { draft, known }: SeveralView,
): FoundList | undefined {
  if (current?.list !== draft.list) return undefined;
  const ids = new Set(current.tasks.map(({ id }) => id));
  return known.some(({ id }) => ids.has(id)) ? undefined : current;
}

/** The titles of the new tasks, each to be left out, then what is there and what is to be known. */
function preview(scope: AddFormScope, found: FoundList): Content {
  const { tasks, there, notes } = found;
  const toggle = (id: string): void => {
    const without = new Set(found.without);
    if (!without.delete(id)) without.add(id);
    scope.found.current = { ...found, without };
    scope.redraw();
  };
  const titles = boundedList(
    scope,
    { section: 'addTask:found', items: tasks, noun: 'task' },
    (shown) =>
      html`<fieldset class="checks"
        ><legend class="sr-only">Tasks to add</legend>${repeat(
          shown,
          ({ id }) => id,
          (task) => choice(task, !found.without.has(task.id), () => toggle(task.id)),
        )}</fieldset
      >`,
  );
  return html`${tasks.length === 0 ? paragraph('No new tasks were found.', 'muted') : titles}${paragraph(describeThere(there), 'muted found-there')}${notes.map((note) => paragraph(note, 'muted found-note', inlineCode))}`;
}

function choice(
  { id, title }: Pick<NewTask, 'id' | 'title'>,
  checked: boolean,
  onChange: () => void,
): TemplateResult {
  return html`<label class="check" title=${id}
    ><input type="checkbox" .checked=${live(checked)} @change=${onChange} /><span
      >${title}</span
    ></label
  >`;
}

/** The most titles that are named. */
const MOST_NAMED = 3;

function describeThere(there: FoundList['there']): string {
  if (there.length === 0) return '';
  const named = there.slice(0, MOST_NAMED).map(({ title }) => title);
  const rest = there.length - named.length;
  return `Already in devs.yaml: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
