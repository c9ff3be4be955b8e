import { deepEqual, equal, match } from 'node:assert/strict';
import { answerRequest, type Handlers } from '../../../src/vscode/dashboard/answerRequest';
import { METHODS } from '../../../src/protocol/validateRequest';

/** Handlers that note each call; `pause` refuses and `init` throws. */
function notingHandlers(): { readonly calls: unknown[]; readonly handlers: Handlers } {
  const calls: unknown[] = [];
  const noted = (method: string) => (params: unknown) => {
    calls.push([method, params]);
    if (method === 'pause')
      return Promise.resolve({ ok: false, message: 'No run is active; `devs run` starts `one`.' });
    if (method === 'init') return Promise.reject(new Error('the disk is full'));
    return Promise.resolve({ ok: true, result: { message: 'Fine.' } });
  };
  const entries = METHODS.map((method) => [method, noted(method)] as const);
  return { calls, handlers: Object.fromEntries(entries) as unknown as Handlers };
}

async function answer(
  raw: unknown,
): Promise<{ response: unknown; calls: unknown[]; log: string[] }> {
  const { calls, handlers } = notingHandlers();
  const log: string[] = [];
  const response = await answerRequest(raw, handlers, (problem) => log.push(problem));
  return { response, calls, log };
}

const request = (method: string, params: unknown, id: unknown = 7): unknown => ({
  type: 'request',
  id,
  method,
  params,
});

describe('answering the dashboard', () => {
  it('passes a request on and answers with its result', async () => {
    const { response, calls } = await answer(request('skip', { taskId: 'a' }));
    deepEqual(calls, [['skip', { taskId: 'a' }]]);
    deepEqual(response, { type: 'response', id: 7, ok: true, result: { message: 'Fine.' } });
  });

  it('answers with the reason when a handler refuses', async () => {
    const { response } = await answer(request('pause', { now: true }));
    deepEqual(response, {
      type: 'response',
      id: 7,
      ok: false,
      error: { message: 'No run is active; "Devs: Run" starts `one`.' },
    });
  });

  it('answers with the error and reports it when a handler fails', async () => {
    const { response, log } = await answer(request('init', {}));
    deepEqual(response, {
      type: 'response',
      id: 7,
      ok: false,
      error: { message: 'the disk is full' },
    });
    deepEqual(log, ['"init" failed: the disk is full']);
  });

  it('refuses what is not in the protocol before any handler sees it', async () => {
    for (const raw of [
      request('undo', { taskId: 'a' }),
      request('rewind', { taskId: 'a', toTurn: -1 }),
      request('openChanges', { taskId: 'a', from: 0.5 }),
      request('__proto__', {}),
      request('toString', {}),
      request('skip', { taskId: 'a', force: true }),
      request('skip', {}),
      request('run', { taskIds: 'a' }),
      request('resume', { taskId: 'a', hint: 'x'.repeat(20_001) }),
      { ...(request('ready', {}) as object), extra: 1 },
    ]) {
      const { response, calls, log } = await answer(raw);
      deepEqual(calls, [], JSON.stringify(raw).slice(0, 100));
      match(JSON.stringify(response), /"id":7,"ok":false,.*Refused: .*Nothing was changed/);
      equal(log.length, 1);
    }
  });

  it('reports a message that it cannot answer because it has no id', async () => {
    for (const raw of [undefined, null, 'run', 5, [], {}, request('ready', {}, 'x')]) {
      const { response, calls, log } = await answer(raw);
      equal(response, undefined);
      deepEqual(calls, []);
      equal(log.length, 1);
    }
  });
});
