import { describeAgent } from '../../src/reports/task/describeAgent';
import type { TaskView } from '../../src/protocol/dashboardView';
import type { RunActivity } from '../../src/model/overview/runActivity';
import { isCountedFurther } from '../../src/model/task/taskStatus';
import { isWaiting } from '../../src/model/overview/overview';
import { html, nothing, type Content, type TemplateResult } from '../template';
import { describePause } from '../../src/reports/pause/pauseView';
import { describeScheduling, statusOf, STATUS_WORDS } from '../words';
import { alert } from './alert';
import { attemptNotes } from './attemptNotes';
import { boundedParagraph } from './bounded';
import { button, buttons, sending } from './button';
import { clockSince, clockUntil } from './clock';
import type { ListedTaskScope, TaskScope } from './context';
import { counters } from './gauge';
import { disclosure } from './disclosure';
import { insideTurns } from './hops/insideTurns';
import { inlineCode } from './inlineCode';
import { needsYou } from './needsYou';
import { outlook } from './outlook';
import { permissionRequests } from './permissions/permissionRequests';
import { agentQuestions } from './questions/agentQuestions';
import { keptAnswers } from './questions/keptAnswers';
import { stepsNow } from './steps/stepsNow';
import { statusIcon } from './statusIcon';
import { pausePanel } from './pausePanel';
import { quickActions, reasonActions, waitActions } from './taskActions';
import { taskDetails } from './taskDetails';
import { taskLink } from './taskLink';
import { workLinks } from './taskLinks';
import { turnStrip } from './turnStrip';

/** A task with the shared data of its card. */
export interface TaskCardView {
  readonly task: TaskView;
  readonly agents: readonly string[];
  readonly maxPivots: number;
  readonly run: RunActivity;
  /** Whether other tasks are at work at the same time: then its first turn shows what it does, without counters that say nothing yet. */
  readonly amongOthers: boolean;
}

/** The card of a task: status, title, turns, gauges, and actions. */
export function taskCard(scope: ListedTaskScope, view: TaskCardView): TemplateResult {
  const { task } = view;
  const { group } = STATUS_WORDS[task.status];
  return html` <div class="card-head" draggable="true"
      >${head(scope, view)}${group === 'needsYou' ? nothing : html`<div class="quick-actions">${buttons(quickActions(scope, task))}</div>`}</div
    >
    ${boundedParagraph(scope, 'reason', { section: `reason:${task.id}`, text: task.report === undefined ? task.statusReason : '' }, inlineCode)}
    ${group === 'needsYou' ? decision(scope, view) : html`${waitButtons(scope, task)}${permissionRequests(scope, task)}${agentQuestions(scope, task)}${alert(scope.sender)}${course(scope, view)}${workLinks(scope, task)}${taskDetails(scope, task)}`}`;
}

/** What ends the wait of a task; nothing for one that does not wait. */
function waitButtons(scope: TaskScope, task: TaskView): Content {
  const actions = waitActions(scope, task);
  return actions.length === 0
    ? nothing
    : html`<div class="actions wait-actions">${buttons(actions)}</div>`;
}

/** What the user decides; everything else in a section that opens. */
function decision(scope: ListedTaskScope, view: TaskCardView): Content {
  const { task } = view;
  const why = { section: `why:${task.id}`, label: 'Why', className: 'why' };
  return html`${keptAnswers(scope, task)}${needsYou(scope, view)}${workLinks(scope, task)}${alert(scope.sender)}${disclosure(scope, why, () => reasons(scope, view))}`;
}

/** Why a task needs the user: its report, its course, its details. */
function reasons(scope: ListedTaskScope, view: TaskCardView): Content {
  const { task } = view;
  const pause = task.report && describePause(task.report);
  return html`${pause === undefined ? nothing : pausePanel(scope, { pause, task })}
    <div class="actions">${buttons(reasonActions(scope, task))}</div>
    ${course(scope, view)} ${taskDetails(scope, task)}`;
}

/** How the task goes: loops, the current step, its turns and counters. */
function course(scope: TaskScope, view: TaskCardView): Content {
  const { task, amongOthers } = view;
  const past = amongOthers && isAtFirstTurn(task) ? nothing : history(scope, view);
  return html` ${attemptNotes(scope, task)} ${stepsNow(scope, task)} ${past}
  ${insideTurns(scope, task)}`;
}

/** Whether the task is in its first turn, so that its turns and counters say nothing yet. */
function isAtFirstTurn({ status, turnCount, pivots, entropy }: TaskView): boolean {
  return status === 'in_progress' && turnCount < 2 && pivots + entropy === 0;
}

/** The turns of a task, its counters, and what is to be expected of it. */
function history(scope: TaskScope, { task, maxPivots }: TaskCardView): Content {
  const counted = isCountedFurther(task.status) && (task.turnCount > 0 || task.pivots > 0);
  return html`<div class="history"
      >${turnStrip(scope, task)}${counted ? counters(scope, { ...task, maxPivots }) : nothing}</div
    >
    ${outlook(task)}`;
}

function head(scope: TaskScope, { task, run }: TaskCardView): TemplateResult {
  const { elementId } = scope;
  const waiting = isWaiting(task) ? task.waitingUntil : undefined;
  return html`${statusIcon(task, run)}<div class="card-title"
      ><h3 id="${elementId}-title">${titleLink(scope, task)}</h3
      ><p class="status-line"
        ><span class="status-word">${statusOf(task, run)}</span
        ><span class="agent">${describeAgent(task, new Date())}</span
        >${taskLink(task)}${time(task, waiting)}${scheduling(task)}</p
      ></div
    >`;
}

/** The title, which opens the page of the task. */
function titleLink(scope: TaskScope, { id: taskId, title }: TaskView): TemplateResult {
  const look = {
    action: 'openTask',
    label: title,
    appearance: 'link',
    state: {
      enabled: true,
      hint: 'Opens the page of this task: goal, turns, steps, changes and report.',
    },
  } as const;
  return button(sending(scope, look, { method: 'openTask', params: { taskId } }));
}

/** The running turn with its time, or until when the task waits. */
function time(task: TaskView, waiting: string | undefined): Content {
  if (waiting !== undefined) return clockUntil(waiting);
  const turn = task.turns.findLast((mark) => mark.outcome === 'running');
  if (turn === undefined) return nothing;
  const doing = task.asking ? html`<span>asking the judge</span>` : nothing;
  return html`<span class="running">${`turn ${turn.number}`}</span>${doing}${clockSince(turn.at)}`;
}

function scheduling(task: TaskView): Content {
  const text = describeScheduling(task);
  return text === '' ? nothing : html`<span class="scheduling">${text}</span>`;
}
