import '../vscodeApi';
import { readPagedTask, withPagedTask } from '../../src/protocol/taskPage/pagedTask';
import { createAnnouncer } from '../render/announcer';
import { messageOf } from '../render/sender';
import { createStateKeeper } from '../savedState';
import { registerToolkit } from '../toolkit';
import { createTaskPage } from './page';
import { createTaskConnection } from './taskConnection';

/** Starts the task page: connects to the host, requests the view and shows its updates. */
function start(): void {
  registerToolkit();
  const api = acquireVsCodeApi();
  let paged = readPagedTask(api.getState());
  const state = createStateKeeper(api.getState(), (saved) =>
    api.setState(paged === undefined ? saved : withPagedTask(saved, paged)),
  );
  const announcer = createAnnouncer();
  const complain = (error: unknown): void => announcer.show(messageOf(error));
  const host = createTaskConnection({
    post: api.postMessage,
    show: (snapshot) => {
      paged = snapshot.view.paged;
      state.update({});
      page.show(snapshot);
    },
    onSteps: (steps) => page.follow(steps),
  });
  const page = createTaskPage({
    place: document.getElementById('app') ?? document.body,
    context: { host, state, announcer },
    request: host.request,
  });
  const refresh = (): void => void host.refresh().catch(complain);
  window.addEventListener('message', (event: MessageEvent<unknown>) => host.receive(event.data));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refresh();
  });
  refresh();
}

start();
