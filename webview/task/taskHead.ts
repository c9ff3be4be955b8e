import { describeAgent } from '../../src/reports/task/describeAgent';
import { isRunActive } from '../../src/model/overview/runActivity';
import { isWaiting } from '../../src/model/overview/overview';
import type { TaskView } from '../../src/protocol/dashboardView';
import type { ShownTaskView } from '../../src/protocol/taskPage/taskPageView';
import { alert } from '../render/alert';
import { boundedParagraph } from '../render/bounded';
import { buttons, sending, type ButtonView } from '../render/button';
import { clockSince, clockUntil } from '../render/clock';
import type { TaskScope } from '../render/context';
import { hintForm } from '../render/hintForm';
import { disclosure } from '../render/disclosure';
import { counters } from '../render/gauge';
import { stopButtons } from '../render/header';
import { inlineCode } from '../render/inlineCode';
import { needsYou } from '../render/needsYou';
import { permissionRequests } from '../render/permissions/permissionRequests';
import { agentQuestions } from '../render/questions/agentQuestions';
import { statusIcon } from '../render/statusIcon';
import { intervention, waitActions } from '../render/taskActions';
import { isCountedFurther } from '../../src/model/task/taskStatus';
import { taskLink } from '../render/taskLink';
import { changesLink, workLinks } from '../render/taskLinks';
import { html, nothing, paragraph, type Content, type TemplateResult } from '../template';
import { groupOf, statusOf, STATUS_WORDS } from '../words';

/** Title, status, actions and goal of a task; the decision first where it needs the user. */
export function taskHead(scope: TaskScope, view: ShownTaskView): TemplateResult {
  const { task, agents, maxPivots } = view;
  const { group } = STATUS_WORDS[task.status];
  const isCounted = isCountedFurther(task.status) && (task.turnCount > 0 || task.pivots > 0);
  return html`<header class="task-head" data-group=${groupOf(task)} data-status=${task.status}>
    <div class="task-title"
      >${statusIcon(task, view.run)}<h1 id="${scope.elementId}-title">${task.title}</h1></div
    >
    <p class="status-line">${statusLine(view)}</p>
    ${boundedParagraph(scope, 'reason', { section: `reason:${task.id}`, text: task.report === undefined ? task.statusReason : '' }, inlineCode)}
    ${group === 'needsYou' ? needsYou(scope, { task, agents }) : html`<div class="actions">${buttons(headActions(scope, view))}</div>`}
    ${permissionRequests(scope, task)} ${agentQuestions(scope, task)} ${alert(scope.sender)}
    ${hintForm(scope, task)} ${isCounted ? counters(scope, { ...task, maxPivots }) : nothing}
    ${task.report === undefined ? changesLink(scope, task) : nothing} ${workLinks(scope, task)}
    ${disclosure(scope, { section: `goal:${task.id}`, label: 'Goal', open: true }, () => goal(scope, task))}
  </header>`;
}

function statusLine({ task, run }: ShownTaskView): Content {
  const until = isWaiting(task) ? task.waitingUntil : undefined;
  const running = task.turns.findLast(({ outcome }) => outcome === 'running');
  const time =
    until !== undefined
      ? clockUntil(until)
      : running === undefined
        ? nothing
        : html`<span class="running">${`turn ${running.number}`}</span>${clockSince(running.at)}`;
  return html`<span class="status-word">${statusOf(task, run)}</span
    ><span class="agent">${describeAgent(task, new Date())}</span>${taskLink(task)}${time}`;
}

function headActions(
  scope: TaskScope,
  { task, run, actions }: ShownTaskView,
): readonly ButtonView[] {
  const runTask = { action: 'runTask', label: 'Run', appearance: 'primary', icon: 'play' } as const;
  const of = (action: 'rewind' | 'redo' | 'skip' | 'retry' | 'notALoop', label: string) =>
    intervention(scope, task, { action, label, appearance: 'secondary' });
  const isAtWork = task.status === 'in_progress' && isRunActive(run);
  return [
    ...(isAtWork ? stopButtons(scope, actions) : []),
    ...waitActions(scope, task),
    ...(task.status === 'pending'
      ? [
          sending(
            scope,
            { ...runTask, state: task.actions.run },
            { method: 'run', params: { taskIds: [task.id] } },
          ),
        ]
      : []),
    ...of('rewind', 'Rewind…'),
    ...of('redo', 'Redo…'),
    ...of('skip', 'Skip'),
    ...of('retry', 'Retry'),
    ...of('notALoop', 'Not a loop'),
  ];
}

function goal(scope: TaskScope, { id, goal: text, hints, parent, dependsOn }: TaskView): Content {
  const relations = [
    ...(parent === undefined ? [] : [`part of ${parent}`]),
    ...(dependsOn.length === 0 ? [] : [`after ${dependsOn.join(', ')}`]),
  ];
  const given = [...new Set(hints)].map((hint) => html`<li>${hint}</li>`);
  const list =
    given.length === 0
      ? nothing
      : html`<h2>Your hints</h2
          ><ul class="hints"
            >${given}</ul
          >`;
  return html`${boundedParagraph(scope, 'goal', { section: `goal:${id}`, text: text.trim() })}${paragraph(relations.join(' · '), 'muted')}${list}`;
}
