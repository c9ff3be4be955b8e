import type { TaskView } from '../../src/protocol/dashboardView';
import { STATUS_WORDS } from '../words';
import type { Alert } from './alert';
import { createButton } from './button';
import type { Context } from './context';
import { h, setShown, type Part } from './dom';
import { send } from './request';
import { show } from './taskActions';

/** Dependencies of links to a task's checkpoints. */
export interface TaskLinks {
  readonly context: Context;
  readonly alert: Alert;
  readonly taskId: string;
}

/** Creates the link to all changes since before the first turn. */
export function createChangesLink({ context, alert, taskId }: TaskLinks): Part<TaskView> {
  const link = createButton({
    action: 'openChanges',
    label: 'Changes since the start',
    appearance: 'link',
  });
  link.onPress(() => {
    send(context, { method: 'openChanges', params: { taskId, from: 0 }, button: link, alert });
  });
  return {
    element: h('p', { class: 'changes-link' }, link.element),
    update: (task) => {
      setShown(link.element, task.checkpoints.length > 0);
      link.setState({ enabled: true, hint: 'Before its first turn ↔ now, in the diff editor.' });
    },
  };
}

/** Creates the links for going back: changes since the start, Rewind and Redo of tasks that do not need the user. */
export function createGoingBack(links: TaskLinks): Part<TaskView> {
  const { context, alert, taskId } = links;
  const changes = createChangesLink(links);
  const rewind = createButton({ action: 'rewind', label: 'Rewind…', appearance: 'link' });
  const redo = createButton({ action: 'redo', label: 'Redo…', appearance: 'link' });
  rewind.onPress(() => {
    send(context, { method: 'rewind', params: { taskId }, button: rewind, alert });
  });
  redo.onPress(() => send(context, { method: 'redo', params: { taskId }, button: redo, alert }));
  for (const button of [rewind, redo]) button.onRefused(context.announcer.show);
  return {
    element: h('div', { class: 'going-back' }, changes.element, rewind.element, redo.element),
    update: (task) => {
      changes.update(task);
      // A task that needs you has buttons for these.
      const quiet = STATUS_WORDS[task.status].group !== 'needsYou';
      show(rewind, task.actions.rewind, task.interventions.includes('rewind'));
      show(redo, task.actions.redo, task.interventions.includes('redo'));
      if (quiet) return;
      setShown(rewind.element, false);
      setShown(redo.element, false);
    },
  };
}
