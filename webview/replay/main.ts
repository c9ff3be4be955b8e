import '../vscodeApi';
import { createReplayPage } from './page';
import { createReplayConnection } from './replayConnection';
import { readReplayState } from './replayState';

/** Starts the replay page: connects to the host, requests the view and shows its updates. */
function start(): void {
  const api = acquireVsCodeApi();
  const host = createReplayConnection(api.postMessage, (view) => page.update(view));
  const page = createReplayPage({
    place: document.getElementById('app') ?? document.body,
    request: host.request,
    state: readReplayState(api.getState()),
    save: api.setState,
  });
  window.addEventListener('message', (event: MessageEvent<unknown>) => host.receive(event.data));
  host.refresh().catch(page.complain);
}

start();
