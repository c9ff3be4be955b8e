import type { TaskView } from '../../src/protocol/dashboardView';
import { html, nothing, type Content, type TemplateResult } from '../template';
import { STATUS_WORDS } from '../words';
import { button, sending } from './button';
import type { TaskScope } from './context';
import { intervention } from './taskActions';

/** The link to all changes since before the first turn. */
export function changesLink(scope: TaskScope, { checkpoints }: TaskView): TemplateResult {
  const look = {
    action: 'openChanges',
    label: 'Changes since the start',
    appearance: 'link',
    state: { enabled: true, hint: 'Before its first turn ↔ now, in the diff editor.' },
  } as const;
  const params = { taskId: scope.taskId, from: 0 };
  const link: Content =
    checkpoints.length === 0
      ? nothing
      : button(sending(scope, look, { method: 'openChanges', params }));
  return html`<p class="changes-link">${link}</p>`;
}

/** The links for going back: changes since the start, Rewind and Redo; a task that needs you has buttons for these. */
export function goingBack(scope: TaskScope, task: TaskView): TemplateResult {
  const isQuiet = STATUS_WORDS[task.status].group !== 'needsYou';
  const links = isQuiet
    ? [
        ...intervention(scope, task, { action: 'rewind', label: 'Rewind…', appearance: 'link' }),
        ...intervention(scope, task, { action: 'redo', label: 'Redo…', appearance: 'link' }),
      ]
    : [];
  return html`<div class="going-back">${changesLink(scope, task)}${links.map(button)}</div>`;
}
