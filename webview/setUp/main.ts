import '../vscodeApi';
import { createSetUpConnection } from './setUpConnection';
import { createSetUpPage } from './page';
import { readSetUpState } from './setUpState';

/** Starts the set-up page: connects to the host, requests the view and shows its updates. */
function start(): void {
  const api = acquireVsCodeApi();
  const host = createSetUpConnection(api.postMessage, (view) => page.update(view));
  const page = createSetUpPage({
    place: document.getElementById('app') ?? document.body,
    host,
    state: readSetUpState(api.getState()),
    save: api.setState,
  });
  window.addEventListener('message', (event: MessageEvent<unknown>) => host.receive(event.data));
  host.refresh().catch(page.complain);
}

start();
