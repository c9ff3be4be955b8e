import { createHostConnection } from './hostConnection';
import { createAnnouncer } from './render/announcer';
import { createDashboard } from './render/dashboard';
import { messageOf } from './render/sender';
import { createStateKeeper } from './savedState';
import { registerToolkit } from './toolkit';
import './vscodeApi';

/** Starts the dashboard: connects to the host, requests the view and shows its updates. */
function start(): void {
  registerToolkit();
  const api = acquireVsCodeApi();
  const state = createStateKeeper(api.getState(), api.setState);
  const announcer = createAnnouncer();
  const complain = (error: unknown): void => announcer.show(messageOf(error));
  const host = createHostConnection({
    post: api.postMessage,
    show: (view) => dashboard.show(view),
    answer: (wanted) => dashboard.answer(wanted),
    showMetrics: () => dashboard.showMetrics(),
    openTasks: state.openTasks,
    onLost: complain,
  });
  let scrollTo: number | undefined = state.current.scroll;
  const restoreScroll = (): void => {
    if (scrollTo === undefined) return;
    window.scrollTo({ top: scrollTo });
    scrollTo = undefined;
  };
  const refresh = (): void => {
    host.refresh().catch(complain);
  };
  const dashboard = createDashboard(
    { host, state, announcer },
    { place: document.getElementById('app') ?? document.body, onDrawn: restoreScroll },
  );
  window.addEventListener('message', (event: MessageEvent<unknown>) => host.receive(event.data));
  window.addEventListener('scrollend', () => state.update({ scroll: window.scrollY }));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refresh();
  });
  refresh();
}

start();
