import { isRunActive, type RunActivity } from '../../src/model/overview/runActivity';
import { isWaiting, listAsked } from '../../src/model/overview/overview';
import { isTaskView, type ShownTask } from '../../src/protocol/dashboardView';
import { html, type TemplateResult } from '../template';
import { isAsking } from '../words';
import { icon, STATUS_ICONS, type IconName } from './icons';

/** The sign of a task's status: a clock while it waits, and one that moves only while a run works on it. */
export function statusIcon(task: ShownTask, run: RunActivity): TemplateResult {
  return html`<span class="status-icon">${icon(nameIcon(task, run))}</span>`;
}

function nameIcon(task: ShownTask, run: RunActivity): IconName {
  if (isAsking(task)) return listAsked(task).length > 0 ? 'shield' : 'question';
  if (task.landing?.kind === 'waits' || (isTaskView(task) && isWaiting(task))) return 'clock';
  const isInterrupted = task.status === 'in_progress' && !isRunActive(run);
  return STATUS_ICONS[isInterrupted ? 'pending' : task.status];
}
