import type { DashboardView } from '../../src/protocol/dashboardView';
import type { WantedAnswer } from '../../src/protocol/messages';
import { isRunActive } from '../../src/model/overview/runActivity';
import { html, nothing, render, type Content, type TemplateResult } from '../template';
import { configBanner } from './configBanner';
import type { Context, Scope } from './context';
import { createFigures } from './figures/figures';
import type { AddFormScope } from './addSeveral';
import { preloadAddTask } from './addTaskPanel';
import { header } from './header';
import { icon } from './icons';
import { createNews } from './news';
import { createRedraw } from './redraw';
import { createSender } from './sender';
import { statePage, titleOfState, type OtherView } from './states';
import { createSessionList } from './sessions/sessionList';
import { createTaskList } from './taskList';
import { inlineCode } from './inlineCode';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

export interface DashboardOptions {
  /** Where it is drawn. */
  readonly place: HTMLElement;
  /** Called when all tasks to show are on the page. */
  readonly onDrawn: () => void;
}

/** The whole page: the tasks, or the state that prevents them. */
export interface Dashboard {
  readonly show: (view: DashboardView) => void;
  /** Shows a task with the cursor where it is answered, once it is there and needs the user. */
  readonly answer: (wanted: WantedAnswer) => void;
  /** Shows the metrics instead of the tasks. */
  readonly showMetrics: () => void;
}

/** Creates the page without a view. */
export function createDashboard(context: Context, { place, onDrawn }: DashboardOptions): Dashboard {
  const { announcer } = context;
  let ready: Ready | undefined;
  let other: OtherView | undefined;
  /** What the user wants to answer and what is not shown yet. */
  let wanted: WantedAnswer | undefined;
  const redraw = createRedraw(
    () => place,
    () => {
      render(page(), place);
      if (ready !== undefined && other === undefined) tasks.settle();
    },
  );
  const scopeOf = (): Scope => ({ ...context, redraw, sender: createSender(context, redraw) });
  const [scope, state] = [scopeOf(), scopeOf()];
  const form: AddFormScope = { ...scopeOf(), found: { current: undefined } };
  const figures = createFigures(scopeOf());
  const tasks = createTaskList(context, { redraw, form, onDrawn });
  const news = createNews();
  const sessions = createSessionList(context, { redraw, form });

  const page = (): TemplateResult =>
    html`<main class="dashboard">
      <h1 class="sr-only">Devs</h1>
      <div class="ready" ?hidden=${ready === undefined || other !== undefined}
        >${ready === undefined ? nothing : readyPage(ready)}</div
      >
      <div class="state-slot" ?hidden=${ready !== undefined && other === undefined}
        >${other === undefined ? LOADING : otherPage(other)}</div
      >
      ${announcer.element}
    </main>`;
  const readyPage = (view: Ready): Content =>
    html` ${header(scope, { view, figures: figures.button(), form })}
      ${configBanner(scope, view.problems)} ${notices(view.notices)} ${figures.panel()}
      <div class="tasks" ?hidden=${context.state.current.figures}
        >${tasks.content(view)}${sessions(view.sessions)}</div
      >`;

  const otherPage = (view: OtherView): Content =>
    html`${statePage(state, view)}${'folder' in view ? html`<div class="tasks">${sessions(view.sessions)}</div>` : nothing}`;

  redraw();
  const show = (view: DashboardView): void => {
    if (view.kind !== 'ready') {
      const isNew = other === undefined || stateOf(other) !== stateOf(view);
      other = view;
      redraw();
      if (isNew) announcer.say(titleOfState(state, view));
      return;
    }
    // "The run has started." is outdated after its end.
    if (ready !== undefined && isRunActive(ready.run) && !isRunActive(view.run)) announcer.clear();
    const before = ready;
    [ready, other] = [view, undefined];
    figures.follow(view);
    redraw();
    if (before === undefined) preloadAddTask();
    const told = news(before, view);
    if (told.length > 0) announcer.say(told.join('. '));
    if (wanted !== undefined) answer(wanted);
  };
  // Whoever goes on elsewhere keeps the focus.
  for (const input of ['keydown', 'pointerdown']) {
    document.addEventListener(input, () => (wanted = undefined), { capture: true });
  }
  const answer = (asked: WantedAnswer): void => {
    const isShown = ready !== undefined && other === undefined && tasks.answer(ready, asked);
    wanted = isShown ? undefined : asked;
  };
  return { show, answer, showMetrics: figures.show };
}

/** A view without tasks, apart from the sessions in it. */
function stateOf(view: OtherView): string {
  return JSON.stringify({ ...view, sessions: undefined });
}

const LOADING = html`<div class="loading muted">
  <p>Reading the tasks…</p>
  <p class="slow">Devs has not answered yet. If this continues, run "Developer: Reload Window".</p>
</div>`;

/** Notices about the state, above the tasks. */
function notices(all: readonly string[]): Content {
  if (all.length === 0) return nothing;
  const items = [...new Set(all)].map(
    (text) =>
      html`<li class="notice"
        >${icon('warning')}<p class="notice-text">${inlineCode(text)}</p></li
      >`,
  );
  return html`<div role="region" aria-label="Notices"
    ><ul class="notices"
      >${items}</ul
    ></div
  >`;
}
