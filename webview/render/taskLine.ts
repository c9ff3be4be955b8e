import { isTaskView, type ShownTask } from '../../src/protocol/dashboardView';
import { describeScheduling, STATUS_WORDS } from '../words';
import { h, setAttribute, setShown, setText, type Part } from './dom';
import { setIcon, STATUS_ICONS } from './icons';
import { oneLine } from '../../src/text/oneLine';

/** A task as one line of many. */
export interface TaskLineView {
  readonly task: ShownTask;
  readonly open: boolean;
  /** Whether its card's content is being loaded. */
  readonly busy: boolean;
}

/** Creates the line of a task among many: status, title and facts; a press opens or closes the card. */
export function createTaskLine(
  onPress: () => void,
): Part<TaskLineView> & { readonly isOpen: () => boolean } {
  const status = h('span', { class: 'status-icon' });
  const title = h('span', { class: 'row-title' });
  const facts = h('span', { class: 'row-facts' });
  const element = h('button', { type: 'button', class: 'row-line' }, status, title, facts);
  let open = false;
  element.addEventListener('click', onPress);
  return {
    element,
    isOpen: () => open,
    update: (view) => {
      const { task } = view;
      ({ open } = view);
      setAttribute(element, 'aria-expanded', String(open));
      setAttribute(element, 'aria-busy', view.busy ? 'true' : undefined);
      setIcon(status, STATUS_ICONS[task.status]);
      setText(title, task.title);
      setText(facts, describe(task));
      // The card shows all this; only the control to close it remains.
      setAttribute(element, 'aria-label', open ? task.title : undefined);
      for (const part of [status, title, facts]) setShown(part, !open);
    },
  };
}

function describe(task: ShownTask): string {
  const word = STATUS_WORDS[task.status].word + (task.unverified ? ', unverified' : '');
  const scheduling = describeScheduling(task);
  const reason = oneLine(task.statusReason);
  const { level } = task.loop ?? (isTaskView(task) ? task.steps?.suspicion : undefined) ?? {};
  const loop = level === undefined ? '' : level === 'stuck' ? 'loop' : 'loop suspected';
  return [word, loop, scheduling, reason].filter((part) => part !== '').join(' · ');
}
