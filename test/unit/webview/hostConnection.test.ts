import assert from 'node:assert/strict';
import type { DashboardView } from '../../../src/protocol/dashboardView';
import type { RequestMessage } from '../../../src/protocol/messages';
import { createHostConnection, RequestFailed } from '../../../webview/hostConnection';
import { fixtures } from './fixtures';

function connect() {
  const posted: RequestMessage[] = [];
  const shown: DashboardView[] = [];
  const host = createHostConnection(
    (message) => posted.push(message),
    (view) => shown.push(view),
  );
  return { host, posted, shown };
}

describe('the webview’s connection to the host', () => {
  it('gives each request an id of its own and resolves it with the answer of that id', async () => {
    const { host, posted } = connect();
    const skip = host.request('skip', { taskId: 'a' });
    const retry = host.request('retry', { taskId: 'b' });
    assert.deepEqual(
      posted.map(({ method, params }) => [method, params]),
      [
        ['skip', { taskId: 'a' }],
        ['retry', { taskId: 'b' }],
      ],
    );
    const [first, second] = posted.map(({ id }) => id);
    assert.notEqual(first, second);
    host.receive({ type: 'response', id: second, ok: true, result: { message: 'retried' } });
    host.receive({ type: 'response', id: first, ok: true, result: { message: 'skipped' } });
    assert.deepEqual(await skip, { message: 'skipped' });
    assert.deepEqual(await retry, { message: 'retried' });
  });

  it('rejects a request that is answered with an error, in the host’s words', async () => {
    const { host, posted } = connect();
    const run = host.request('run', {});
    const error = { message: 'It is done already.' };
    host.receive({ type: 'response', id: posted[0]?.id, ok: false, error });
    await assert.rejects(run, (thrown) => {
      assert.ok(thrown instanceof RequestFailed);
      assert.equal(thrown.message, 'It is done already.');
      return true;
    });
  });

  it('shows the view that "ready" is answered with', async () => {
    const { host, posted, shown } = connect();
    const refreshed = host.refresh();
    const result = { revision: 4, view: fixtures.idle };
    host.receive({ type: 'response', id: posted[0]?.id, ok: true, result });
    await refreshed;
    assert.deepEqual(shown, [fixtures.idle]);
  });

  it('drops a view that is older than the one it shows, and takes the same one again', () => {
    const { host, shown } = connect();
    host.receive({ type: 'view', snapshot: { revision: 5, view: fixtures.running } });
    host.receive({ type: 'view', snapshot: { revision: 4, view: fixtures.idle } });
    assert.deepEqual(shown, [fixtures.running]);
    host.receive({ type: 'view', snapshot: { revision: 5, view: fixtures.running } });
    host.receive({ type: 'view', snapshot: { revision: 6, view: fixtures.paused } });
    assert.deepEqual(shown, [fixtures.running, fixtures.running, fixtures.paused]);
  });

  it('ignores what is no message of the protocol', () => {
    const { host, shown } = connect();
    for (const message of [undefined, null, 7, 'view', {}, { type: 'other' }])
      host.receive(message);
    host.receive({ type: 'response', id: 99, ok: true, result: { message: '' } });
    assert.deepEqual(shown, []);
  });
});
