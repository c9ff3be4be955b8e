import type { ReplayView, RunLine } from '../../src/protocol/replay/replayView';
import { createAnnouncer } from '../render/announcer';
import { h, setShown, setText, type Part } from '../render/dom';
import { createLimitsForm } from './limitsForm';
import { createProblemList } from './problemList';
import type { ReplayConnection } from './replayConnection';
import type { ReplayState } from './replayState';
import { describeSummary } from './replayWords';
import { createRunList } from './runList';
import { createRunView } from './runView';
import { createSummaryBar } from './summaryBar';

export interface ReplayPageOptions {
  readonly request: ReplayConnection['request'];
  readonly state: ReplayState;
  readonly save: (state: ReplayState) => void;
}

/** The whole page, which also shows otherwise unreported errors. */
export interface ReplayPage extends Part<ReplayView> {
  readonly complain: (error: unknown) => void;
}

/** Creates the replay page: summary of the recorded runs, their list, and the steps of the open run. */
export function createReplayPage({ request, state: saved, save }: ReplayPageOptions): ReplayPage {
  const announcer = createAnnouncer();
  const complain = (error: unknown): void => {
    announcer.show(error instanceof Error ? error.message : String(error));
  };
  let state = saved;
  const keep = (change: Partial<ReplayState>): void => {
    state = { ...state, ...change };
    save(state);
  };
  let shown: ReplayView | undefined;
  /** Key of the loaded timeline, which is reloaded when it changes. */
  let loaded = '';
  let opened: number | undefined;

  const head = createSummaryBar(() => void request('addFiles', {}).catch(complain));
  const limits = createLimitsForm((next) => {
    request('setLimits', { limits: next }).catch(complain);
  });
  const limitsBox = h('details', { class: 'disclosure limits-box' }, h('summary', {}, 'Limits'));
  limitsBox.append(limits.element);
  limitsBox.open = state.limitsOpen;
  limitsBox.addEventListener('toggle', () => keep({ limitsOpen: limitsBox.open }));
  const problems = createProblemList();
  const runs = createRunList((run) => {
    keep({ run, index: undefined });
    if (shown !== undefined) update(shown);
  });
  const runView = createRunView({
    request,
    onStep: (index) => keep({ ...(opened === undefined ? {} : { run: opened }), index }),
    onProblem: complain,
  });
  const empty = h('p', { class: 'muted' });
  const body = h('div', { class: 'replay-body' }, runs.element, runView.element);
  const element = h(
    'main',
    { class: 'replay' },
    head.element,
    limitsBox,
    problems.element,
    empty,
    body,
    announcer.element,
  );

  const openRun = (view: ReplayView): RunLine | undefined =>
    view.runs.find(({ key }) => key === state.run) ?? view.runs[0];
  const update = (view: ReplayView): void => {
    if (shown?.busy !== false && !view.busy) announcer.say(describeSummary(view.summary));
    shown = view;
    const line = openRun(view);
    head.update(view);
    limits.update(view);
    problems.update(view);
    runs.update({ view, open: line?.key });
    setShown(body, line !== undefined);
    setShown(empty, line === undefined);
    setText(
      empty,
      view.busy ? 'Reading the recordings…' : 'There is no recorded run in these files.',
    );
    if (line === undefined) return;
    runView.name(line);
    const wanted = JSON.stringify([line.key, view.limits]);
    if (wanted === loaded) return;
    loaded = wanted;
    opened = line.key;
    runView.load(line.key, state.run === line.key ? state.index : undefined).catch(complain);
  };
  return { element, update, complain };
}
