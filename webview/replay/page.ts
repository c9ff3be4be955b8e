import type { ReplayView, RunLine } from '../../src/protocol/replay/replayView';
import { createAnnouncer } from '../render/announcer';
import { passingSections } from '../render/bounded';
import { createRedraw } from '../render/redraw';
import { messageOf } from '../render/sender';
import { html, nothing, paragraph, render, type Content, type TemplateResult } from '../template';
import { createLimitsForm } from './limitsForm';
import { problemList } from './problemList';
import type { ReplayConnection } from './replayConnection';
import type { ReplayState } from './replayState';
import { describeSummary } from './replayWords';
import { runList } from './runList';
import { createRunView } from './runView';
import { summaryBar } from './summaryBar';

export interface ReplayPageOptions {
  /** Where it is drawn. */
  readonly place: HTMLElement;
  readonly request: ReplayConnection['request'];
  readonly state: ReplayState;
  readonly save: (state: ReplayState) => void;
}

/** The whole page, which also shows otherwise unreported errors. */
export interface ReplayPage {
  readonly update: (view: ReplayView) => void;
  readonly complain: (error: unknown) => void;
}

/** Creates the replay page: summary of the recorded runs, their list, and the steps of the open run. */
export function createReplayPage(options: ReplayPageOptions): ReplayPage {
  const { place, request, save } = options;
  const announcer = createAnnouncer();
  const complain = (error: unknown): void => announcer.show(messageOf(error));
  let state = options.state;
  const keep = (change: Partial<ReplayState>): void => {
    state = { ...state, ...change };
    save(state);
  };
  let shown: ReplayView | undefined;
  /** Key of the loaded timeline, which is reloaded when it changes. */
  let loaded = '';
  let opened: number | undefined;
  let focused: number | undefined;

  const redraw = createRedraw(
    () => place,
    () => {
      render(page(), place);
      runView.settle();
    },
  );
  const sections = passingSections(redraw);
  const limits = createLimitsForm({
    redraw,
    onLimits: (next) => {
      request('setLimits', { limits: next }).catch(complain);
    },
  });
  const runView = createRunView({
    request,
    redraw,
    say: announcer.say,
    onStep: (index) => keep({ ...(opened === undefined ? {} : { run: opened }), index }),
    onProblem: complain,
  });
  const page = (): TemplateResult =>
    html`<main class="replay">
      ${shown === undefined ? nothing : content(shown)} ${announcer.element}
    </main>`;
  const content = (view: ReplayView): Content => {
    const add = (): void => void request('addFiles', {}).catch(complain);
    const none = view.busy ? 'Reading the recordings…' : 'These files contain no recorded run.';
    const open = lineOf(view);
    const runs = runList({
      ...{ view, sections },
      open: open?.key,
      focused,
      onOpen: (run) => {
        keep({ run, index: undefined });
        update(view);
      },
      onFocus: (run) => {
        focused = run;
        redraw();
      },
    });
    if (view.isProof === true)
      return html`<header class="replay-head"><h1>Steps of the session</h1></header>
        ${problemList(view)}
        ${paragraph(open === undefined && view.busy ? 'Reading…' : '', 'muted')}
        ${open === undefined ? nothing : runView.content()}`;
    return html` ${summaryBar(view, add)} ${limitsBox(view)} ${problemList(view)}
      ${paragraph(open === undefined ? none : '', 'muted')}
      <div class="replay-body" ?hidden=${open === undefined}>${runs}${runView.content()}</div>`;
  };
  const limitsBox = (view: ReplayView): TemplateResult => {
    const follow = ({ currentTarget }: Event): void => {
      keep({ limitsOpen: (currentTarget as HTMLDetailsElement).open });
    };
    return html`<details
      class="disclosure limits-box"
      ?open=${options.state.limitsOpen}
      @toggle=${follow}
      ><summary>Limits</summary>${limits(view)}</details
    >`;
  };
  const lineOf = (view: ReplayView): RunLine | undefined =>
    view.runs.find(({ key }) => key === state.run) ?? view.runs[0];
  const update = (view: ReplayView): void => {
    const isRead = shown?.busy !== false && !view.busy;
    shown = view;
    const line = lineOf(view);
    if (line !== undefined) runView.name(line);
    redraw();
    if (isRead) announcer.say(line?.facts ?? describeSummary(view.summary));
    if (line === undefined) return;
    const wanted = JSON.stringify([line.key, view.limits]);
    // The view of a session changes only when there is more of it.
    if (wanted === loaded && view.isProof !== true) return;
    loaded = wanted;
    opened = line.key;
    runView.load(line.key, state.run === line.key ? state.index : undefined).catch(complain);
  };
  redraw();
  return { update, complain };
}
