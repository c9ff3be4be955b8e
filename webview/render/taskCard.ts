import type { TaskView } from '../../src/protocol/dashboardView';
import { isWaiting } from '../../src/model/overview/overview';
import { describeScheduling, STATUS_WORDS } from '../words';
import { createAlert } from './alert';
import { createAttemptNotes } from './attemptNotes';
import type { Context } from './context';
import { freshId, h, setAttribute, setShown, setText, type Part } from './dom';
import { createCounters } from './entropyMeter';
import { setIcon, STATUS_ICONS } from './icons';
import { createInsideTurns } from './hops/insideTurns';
import { createStepsNow } from './steps/stepsNow';
import { createNeedsYou, type NeedsYouView } from './needsYou';
import { createOutlook } from './outlook';
import { createQuickActions } from './taskActions';
import { createTaskDetails } from './taskDetails';
import { createTurnStrip } from './turnStrip';

/** A task with the shared data of its card. */
export interface TaskCardView {
  readonly task: TaskView;
  readonly agents: readonly string[];
  readonly maxPivots: number;
}

/** The content of a card, inside the element of its task. */
export interface TaskCard {
  readonly update: (view: TaskCardView) => void;
  /** Removes the content. */
  readonly remove: () => void;
}

/** Creates the card of a task: status, title, turns, gauges, and actions. */
export function createTaskCard(context: Context, element: HTMLElement, id: string): TaskCard {
  const head = createHead(context);
  const alert = createAlert(() => focusFirst(element));
  const quick = createQuickActions(context, alert, id);
  const strip = createTurnStrip();
  const counters = createCounters();
  const outlook = createOutlook();
  const details = createTaskDetails(context, alert, id);
  const attempts = createAttemptNotes(context, id);
  const inside = createInsideTurns(context, id);
  const steps = createStepsNow(context);
  const parts = [
    h('div', { class: 'card-head' }, ...head.children, quick.element),
    head.reason,
    attempts.element,
    steps.element,
    h('div', { class: 'history' }, strip.element, counters.element),
    outlook.element,
    alert.element,
    inside.element,
    details.element,
  ];
  element.append(...parts);
  setAttribute(element, 'aria-labelledby', head.titleId);
  let needsYou: Part<NeedsYouView> | undefined;

  return {
    remove: () => {
      head.stop();
      steps.stop();
      for (const part of [...parts, ...(needsYou === undefined ? [] : [needsYou.element])])
        part.remove();
      element.removeAttribute('aria-labelledby');
      element.removeAttribute('data-waiting');
    },
    update: (view) => {
      const { task } = view;
      const { group } = STATUS_WORDS[task.status];
      setAttribute(element, 'data-waiting', isWaiting(task) ? 'true' : undefined);
      head.update(task);
      attempts.update(task);
      steps.update(task);
      strip.update(task);
      setShown(counters.element, group !== 'finished' && (task.turnCount > 0 || task.pivots > 0));
      counters.update({ ...task, maxPivots: view.maxPivots });
      outlook.update(task);
      setShown(quick.element, group !== 'needsYou');
      quick.update(task);
      if (group === 'needsYou' && needsYou === undefined) {
        needsYou = createNeedsYou(context, alert, task);
        alert.element.before(needsYou.element);
      }
      if (needsYou !== undefined) {
        setShown(needsYou.element, group === 'needsYou');
        needsYou.update(view);
      }
      inside.update(task);
      details.update(task);
    },
  };
}

interface Head {
  readonly titleId: string;
  readonly children: readonly HTMLElement[];
  readonly reason: HTMLElement;
  update(task: TaskView): void;
  /** Stops its clock. */
  stop(): void;
}

function createHead(context: Context): Head {
  const titleId = freshId('task');
  const status = h('span', { class: 'status-icon' });
  const title = h('h3', { id: titleId });
  const word = h('span', { class: 'status-word' });
  const agent = h('span', { class: 'agent' });
  const running = h('span', { class: 'running' });
  const clock = context.ticker.create();
  const reason = h('p', { class: 'reason' });
  const scheduling = h('span', { class: 'scheduling' });
  const line = h('p', { class: 'status-line' }, word, agent, running, clock.element, scheduling);
  return {
    titleId,
    reason,
    children: [status, h('div', { class: 'card-title' }, title, line)],
    update: (task) => {
      const waiting = isWaiting(task) ? task.waitingUntil : undefined;
      setIcon(status, waiting === undefined ? STATUS_ICONS[task.status] : 'clock');
      setText(title, task.title);
      setText(word, waiting === undefined ? describeStatus(task) : 'Waiting');
      setText(agent, task.agent);
      setText(reason, task.statusReason);
      setShown(reason, task.statusReason !== '' && task.report === undefined);
      const turn = task.turns.findLast((mark) => mark.outcome === 'running');
      setShown(running, turn !== undefined && waiting === undefined);
      const doing = task.asking ? ', asking the judge' : '';
      setText(running, turn === undefined ? '' : `turn ${turn.number}${doing}`);
      setText(scheduling, describeScheduling(task));
      setShown(scheduling, scheduling.textContent !== '');
      if (waiting === undefined) clock.since(turn?.at);
      else clock.until(waiting);
    },
    stop: () => clock.since(undefined),
  };
}

function describeStatus({ status, unverified }: TaskView): string {
  return STATUS_WORDS[status].word + (unverified ? ', unverified' : '');
}

function focusFirst(card: HTMLElement): void {
  const buttons = card.querySelectorAll<HTMLElement>('vscode-button, summary');
  [...buttons].find((button) => button.checkVisibility())?.focus();
}
