import type { TaskPageSnapshot } from '../../src/protocol/taskPage/taskPageMessages';
import type {
  ShownTaskView,
  TaskPageContent,
  TurnSteps,
} from '../../src/protocol/taskPage/taskPageView';
import type { Context, TaskScope } from '../render/context';
import { createRedraw } from '../render/redraw';
import { createSender } from '../render/sender';
import { statePage } from '../render/states';
import { html, nothing, render, type Content, type TemplateResult } from '../template';
import { newRequests } from '../render/news';
import { statusOf } from '../words';
import { reportSection } from './reportSection';
import type { TaskConnection } from './taskConnection';
import { taskHead } from './taskHead';
import { turnRail } from './turnRail';
import { createTurnView } from './turnView';

export interface TaskPageOptions {
  /** Where it is drawn. */
  readonly place: HTMLElement;
  readonly context: Context;
  readonly request: TaskConnection['request'];
}

export interface TaskPage {
  readonly show: (snapshot: TaskPageSnapshot) => void;
  /** The steps of the opened turn changed. */
  readonly follow: (steps: TurnSteps) => void;
}

const ELEMENT_ID = 'task-page';

/** Creates the page of one task: its head and decision, its report, a rail of turns, and the steps of one. */
export function createTaskPage({ place, context, request }: TaskPageOptions): TaskPage {
  const { announcer } = context;
  let content: TaskPageContent | undefined;
  /** The turn that the user chose; undefined for the newest. */
  let chosen: number | undefined;
  const redraw = createRedraw(
    () => place,
    () => {
      render(page(), place);
      turnView.settle();
    },
  );
  const sender = createSender(context, redraw);
  const card = { turn: undefined, stepOpen: false, answered: new Set<string>() };
  let scope: TaskScope = { ...context, redraw, sender, taskId: '', elementId: ELEMENT_ID, card };
  const turnView = createTurnView({ scope: () => scope, request, redraw });

  const page = (): TemplateResult =>
    html`<main class="task-page" data-task=${scope.taskId}>
      ${content === undefined ? LOADING : pageOf(content)} ${announcer.element}
    </main>`;
  const pageOf = (shown: TaskPageContent): Content => {
    if (shown.kind === 'removed') return REMOVED;
    if (shown.kind === 'closed') return closed(shown.folder);
    return shown.kind === 'task' ? taskContent(shown) : statePage(scope, shown);
  };
  const taskContent = (view: ShownTaskView): Content =>
    html`${taskHead(scope, view)} ${reportSection(scope, view.task, request)}
      <div class="turn-body" ?hidden=${view.task.turns.length === 0}
        >${turnRail(scope, { task: view.task, open: openTurn(view), onOpen: choose })}${turnView.content(view, openTurn(view))}</div
      >${view.task.turns.length === 0 ? html`<p class="muted">No turns yet: the agent has not worked on this task.</p>` : nothing}`;
  const openTurn = ({ task }: ShownTaskView): number | undefined =>
    task.turns.find(({ number }) => number === chosen)?.number ?? task.turns.at(-1)?.number;
  const choose = (turn: number): void => {
    chosen =
      content?.kind === 'task' && turn === content.task.turns.at(-1)?.number ? undefined : turn;
    redraw();
  };
  const tellNews = (before: TaskPageContent | undefined, now: TaskPageContent): void => {
    if (before?.kind !== 'task' || now.kind !== 'task') return;
    const [was, is] = [before, now].map(({ task, run }) => statusOf(task, run));
    const asked = newRequests([before.task], [now.task]);
    const news =
      asked.length > 0 || was === is || is === undefined ? asked : [`${now.task.title}: ${is}`];
    if (news.length > 0) announcer.say(news.join('. '));
  };
  redraw();
  return {
    show: ({ view, reveal }) => {
      const before = content;
      ({ content } = view);
      const { taskId } = view.paged;
      if (scope.taskId !== taskId) scope = { ...scope, taskId };
      if (reveal === 'report') context.state.setOpen(`report:${taskId}`, true);
      redraw();
      tellNews(before, view.content);
      if (reveal === 'report') document.querySelector('.task-report')?.scrollIntoView();
    },
    follow: turnView.follow,
  };
}

const LOADING = html`<div class="loading muted"><p>Reading the task…</p></div>`;
/** Its folder is not part of the workspace. */
function closed(folder: string): TemplateResult {
  return html`<section class="state" data-state="closed">
    <h1>This folder is no longer open: ${folder}</h1>
    <p
      >To see the task here again, open the folder in this window or add it with
      <b>File: Add Folder to Workspace…</b>.</p
    >
  </section>`;
}

const REMOVED = html`<section class="state" data-state="removed">
  <h1>This task was removed</h1>
  <p
    >devs.yaml no longer lists this task. Its history is kept: to see it, add the task to devs.yaml
    again with the same id.</p
  >
</section>`;
