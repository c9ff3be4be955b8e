import { createHostConnection } from './hostConnection';
import { createAnnouncer } from './render/announcer';
import { createDashboard } from './render/dashboard';
import { createTicker } from './render/ticker';
import { createStateKeeper } from './savedState';
import { registerToolkit } from './toolkit';
import './vscodeApi';

/** Starts the dashboard: connects to the host, requests the view and shows its updates. */
function start(): void {
  registerToolkit();
  const api = acquireVsCodeApi();
  const state = createStateKeeper(api.getState(), api.setState);
  const announcer = createAnnouncer();
  const complain = (error: unknown): void => {
    announcer.show(error instanceof Error ? error.message : String(error));
  };
  const host = createHostConnection({
    post: api.postMessage,
    show: (view) => dashboard.update(view),
    openTasks: state.openTasks,
    onLost: complain,
  });
  const onDrawn = (): void => restoreScroll();
  const dashboard = createDashboard({ host, state, announcer, ticker: createTicker(), onDrawn });

  let scrollTo: number | undefined = state.current.scroll;
  const restoreScroll = (): void => {
    if (scrollTo === undefined) return;
    window.scrollTo({ top: scrollTo });
    scrollTo = undefined;
  };
  const refresh = (): void => {
    host.refresh().catch(complain);
  };

  (document.getElementById('app') ?? document.body).append(dashboard.element);
  window.addEventListener('message', (event: MessageEvent<unknown>) => host.receive(event.data));
  window.addEventListener('scrollend', () => state.update({ scroll: window.scrollY }));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refresh();
  });
  refresh();
}

start();
