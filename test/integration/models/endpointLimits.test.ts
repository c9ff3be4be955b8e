import { deepEqual, equal, match } from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { openEndpoint } from '../../../src/platform/models/modelEndpoint';
import { endpointJudge } from '../../../src/platform/models/endpointJudge';
import { ask, judgeAt, keyIs, withServer } from '../../support/endpointCalls';
import type { ScriptedAnswer } from '../../support/modelServer';

const ENDLESS: readonly ScriptedAnswer[] = [{ kind: 'hangs' }, { kind: 'trickles' }];

describe('the limits of a question to an endpoint', () => {
  for (const answer of ENDLESS) {
    it(`its time ends where the server ${answer.kind}, and with it the connection`, async () => {
      await withServer(
        () => answer,
        async ({ url, requests }) => {
          const reply = await ask(judgeAt(url), { timeoutMs: 1_000 });
          deepEqual(
            { ...reply, detail: '' },
            { kind: 'failed', why: 'timeout', detail: '', permanent: false, calls: 1 },
          );
          match(
            reply.kind === 'failed' ? reply.detail : '',
            /within (?:1 s|9\d\d ms): raise "timeout"/,
          );
          await requests[0]!.gone;
        },
      );
    });

    it(`it can be cancelled while the server ${answer.kind}`, async () => {
      const controller = new AbortController();
      const cancelling = (): ScriptedAnswer => {
        setImmediate(() => controller.abort());
        return answer;
      };
      await withServer(cancelling, async ({ url, requests }) => {
        const reply = await ask(judgeAt(url), { signal: controller.signal });
        deepEqual(
          [reply.kind, reply.kind === 'failed' && reply.why, reply.calls],
          ['failed', 'cancelled', 1],
        );
        await requests[0]!.gone;
      });
      equal(getEventListeners(controller.signal, 'abort').length, 0);
    });
  }

  it('asks nothing that is cancelled already', async () => {
    await withServer(
      () => ({ kind: 'chat', content: 'x' }),
      async ({ url, requests }) => {
        const reply = await ask(judgeAt(url), { signal: AbortSignal.abort() });
        deepEqual([reply.calls, requests.length], [0, 0]);
      },
    );
  });

  it('asks nothing where the key does not come in time', async () => {
    await withServer(
      () => ({ kind: 'chat', content: 'x' }),
      async ({ url, requests }) => {
        const never = { find: () => new Promise<undefined>(() => undefined) };
        const judge = endpointJudge({ type: 'endpoint', url, model: 'm' }, never);
        const reply = await ask(judge, { timeoutMs: 50 });
        deepEqual(
          [reply.kind === 'failed' && reply.why, reply.calls, requests.length],
          ['timeout', 0, 0],
        );
      },
    );
  });

  it('asks nothing where the key cannot be read, and says so', async () => {
    const broken = { find: () => Promise.reject(new Error('the store says sk-tulip')) };
    const judge = endpointJudge(
      { type: 'endpoint', url: 'http://127.0.0.1:9/v1', model: 'm' },
      broken,
    );
    const reply = await ask(judge);
    deepEqual(reply, {
      kind: 'failed',
      why: 'not allowed',
      detail:
        'the key for 127.0.0.1:9 could not be read from its storage: set DEVS_MODEL_KEY, or run "Devs: Set Model Key…"',
      permanent: true,
      calls: 0,
    });
  });

  it('the time is that of both calls where the schema is refused', async () => {
    const script = ({ body }: { readonly body: unknown }): ScriptedAnswer =>
      body instanceof Object && 'response_format' in body
        ? { kind: 'status', status: 400 }
        : { kind: 'hangs' };
    await withServer(script, async ({ url }) => {
      const reply = await ask(judgeAt(url), { timeoutMs: 1_000 });
      deepEqual([reply.kind === 'failed' && reply.why, reply.calls], ['timeout', 2]);
    });
  });

  it('holds even where what sends it takes no notice', async () => {
    const timers = (): number =>
      process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;
    const tick = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
    await tick();
    const before = timers();
    const deaf = (): Promise<Response> => new Promise(() => undefined);
    const endpoint = openEndpoint({
      url: 'http://127.0.0.1:9/v1',
      keys: keyIs(undefined),
      fetch: deaf,
    });
    const signal = new AbortController().signal;
    const answer = await endpoint.chat(
      { model: 'm', system: 's', user: 'u' },
      { signal, timeoutMs: 50 },
    );
    equal(answer.kind === 'failed' && answer.why, 'timeout');
    // The client has put away what it was waiting with.
    await tick();
    equal(timers(), before, 'a timer is left behind, so that a terminal would not end');
  });

  it('an answer just within its size is read', async () => {
    const content = 'x'.repeat(900_000);
    await withServer(
      () => ({ kind: 'chat', content }),
      async ({ url }) => {
        const reply = await ask(judgeAt(url));
        equal(reply.kind === 'answered' && reply.text, 'x'.repeat(100_000));
      },
    );
  });

  it('an answer just beyond its size is not', async () => {
    await withServer(
      () => ({ kind: 'chat', content: 'x'.repeat(1_000_000) }),
      async ({ url }) => {
        const reply = await ask(judgeAt(url));
        match(reply.kind === 'failed' ? reply.detail : '', /is too large/);
      },
    );
  });
});
