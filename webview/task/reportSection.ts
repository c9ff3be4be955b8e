import type { TaskView } from '../../src/protocol/dashboardView';
import { describePause } from '../../src/reports/pause/pauseView';
import { buttons } from '../render/button';
import type { TaskScope } from '../render/context';
import { disclosure } from '../render/disclosure';
import { historySection } from '../render/history';
import { attemptNotes } from '../render/attemptNotes';
import { insideTurns } from '../render/hops/insideTurns';
import { messageOf } from '../render/sender';
import { pausePanel } from '../render/pausePanel';
import { reasonActions } from '../render/taskActions';
import { html, nothing, type Content, type TemplateResult } from '../template';
import type { TaskConnection } from './taskConnection';

/** The report of a task that needs the user, else what is known besides its turns; with the button that copies it. */
export function reportSection(
  scope: TaskScope,
  task: TaskView,
  request: TaskConnection['request'],
): TemplateResult {
  const label = task.report === undefined ? 'More about this task' : 'Report';
  const look = { section: `report:${task.id}`, label, className: 'task-report' };
  const isOpen = task.report !== undefined;
  return html`<div class="task-about"
    >${disclosure(scope, { ...look, open: isOpen }, () => content(scope, task, request))}</div
  >`;
}

function content(scope: TaskScope, task: TaskView, request: TaskConnection['request']): Content {
  const pause = task.report && describePause(task.report);
  const copy = (): void => {
    request('copyMarkdown', {}).then(
      ({ message }) => scope.announcer.show(message),
      (error: unknown) => scope.sender.complain(messageOf(error)),
    );
  };
  const actions = buttons(
    [
      { action: 'copyMarkdown', label: 'Copy as Markdown', onPress: copy },
      ...(pause === undefined ? [] : reasonActions(scope, task)),
    ].filter(({ action }) => action !== 'openReport'),
  );
  return html`${pause === undefined ? nothing : pausePanel(scope, { pause, task })}
    <div class="actions">${actions}</div>
    ${attemptNotes(scope, task)} ${insideTurns(scope, task)} ${historySection(task.history)}`;
}
