import assert from 'node:assert/strict';
import type { DashboardView } from '../../../src/protocol/dashboardView';
import type { RequestMessage } from '../../../src/protocol/messages';
import { createHostConnection } from '../../../webview/hostConnection';
import { RequestFailed } from '../../../webview/requests';
import { diffViews } from '../../../src/protocol/viewPatch';
import { fixtures } from './fixtures';
import { ready, task } from './samples';

function connect(open: string[] = []) {
  const posted: RequestMessage[] = [];
  const shown: DashboardView[] = [];
  const lost: unknown[] = [];
  const answered: string[] = [];
  const host = createHostConnection({
    post: (message) => posted.push(message),
    show: (view) => shown.push(view),
    answer: ({ taskId, question = '' }) => answered.push(taskId + question),
    showMetrics: () => answered.push('metrics'),
    openTasks: () => open,
    onLost: (error) => lost.push(error),
  });
  return { host, posted, shown, lost, answered };
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

  it('hands on what the user wants to see: a task to answer, or the metrics', () => {
    const { host, answered } = connect();
    host.receive({ type: 'answer', taskId: 'a' });
    host.receive({ type: 'answer', taskId: 'b', question: '?2' });
    host.receive({ type: 'metrics' });
    assert.deepEqual(answered, ['a', 'b?2', 'metrics']);
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

  describe('patches', () => {
    const [before, after] = [
      ready([task('a'), task('b')]),
      ready([task('a'), task('b', { title: 'New' })]),
    ];
    const change = diffViews(before, after)!;

    it('are applied to the view that they start from, and leave the other tasks as they are', () => {
      const { host, posted, shown } = connect();
      host.receive({ type: 'view', snapshot: { revision: 1, view: before } });
      host.receive({ type: 'patch', patch: { revision: 2, base: 1, ...change } });
      assert.deepEqual(shown, [before, after]);
      assert.equal((shown[1] as typeof before).tasks[0], before.tasks[0]);
      assert.deepEqual(posted, []);
    });

    it('with another start are dropped, and the whole is asked for once', async () => {
      const { host, posted, shown } = connect(['b']);
      host.receive({ type: 'view', snapshot: { revision: 1, view: before } });
      host.receive({ type: 'patch', patch: { revision: 3, base: 2, ...change } });
      host.receive({ type: 'patch', patch: { revision: 4, base: 3, ...change } });
      assert.deepEqual(
        posted.map(({ method, params }) => [method, params]),
        [['ready', { open: ['b'] }]],
      );
      host.receive({ type: 'response', id: 1, ok: true, result: { revision: 4, view: after } });
      await Promise.resolve();
      assert.deepEqual(shown, [before, after]);
      assert.equal(posted.length, 1);
    });

    it('that were missed while the whole was on its way are asked for again', async () => {
      const { host, posted } = connect();
      host.receive({ type: 'patch', patch: { revision: 3, base: 2, ...change } });
      host.receive({ type: 'patch', patch: { revision: 5, base: 4, ...change } });
      host.receive({ type: 'response', id: 1, ok: true, result: { revision: 4, view: after } });
      await new Promise(setImmediate);
      assert.equal(posted.length, 2);
    });

    it('that are none, or fit no task here, make it ask for the whole', () => {
      for (const patch of [undefined, {}, { revision: 2, base: 1, ...change, removed: ['gone'] }]) {
        const { host, posted, shown } = connect();
        host.receive({ type: 'view', snapshot: { revision: 1, view: before } });
        host.receive({ type: 'patch', patch });
        assert.equal(posted[0]?.method, 'ready');
        assert.deepEqual(shown, [before]);
      }
    });

    it('of old are ignored', () => {
      const { host, posted, shown } = connect();
      host.receive({ type: 'view', snapshot: { revision: 7, view: before } });
      host.receive({ type: 'patch', patch: { revision: 6, base: 5, ...change } });
      assert.deepEqual([shown, posted], [[before], []]);
    });

    it('whose whole is refused tell why', async () => {
      const { host, lost } = connect();
      host.receive({ type: 'patch', patch: {} });
      host.receive({
        type: 'response',
        id: 1,
        ok: false,
        error: { message: 'Still being opened.' },
      });
      await new Promise(setImmediate);
      assert.match(String(lost[0]), /Still being opened/);
    });
  });

  it('ignores what is no message of the protocol', () => {
    const { host, shown } = connect();
    for (const message of [undefined, null, 7, 'view', {}, { type: 'other' }])
      host.receive(message);
    host.receive({ type: 'response', id: 99, ok: true, result: { message: '' } });
    assert.deepEqual(shown, []);
  });
});
