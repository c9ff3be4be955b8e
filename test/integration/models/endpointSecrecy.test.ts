import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { openEndpoint } from '../../../src/platform/models/modelEndpoint';
import { endpointJudge } from '../../../src/platform/models/endpointJudge';
import {
  ask,
  judgeAt,
  keyIs,
  SECRET_KEY,
  SECRET_WORDS,
  withServer,
} from '../../support/endpointCalls';
import type { ScriptedAnswer } from '../../support/modelServer';
import { overheard } from '../../support/overheard';
import { withEnvironment } from '../../support/withEnvironment';

const SECRET = new RegExp(`${SECRET_KEY}|tulip|${SECRET_WORDS}|harbour`);

/** All that goes wrong while the server repeats what it was sent. */
const TROUBLES: readonly ScriptedAnswer[] = [
  ...[400, 401, 402, 403, 404, 408, 418, 422, 429, 500, 503].map((status): ScriptedAnswer => ({
    kind: 'status',
    status,
  })),
  { kind: 'text', type: 'application/json', body: `{"${SECRET_KEY} ${SECRET_WORDS}` },
  { kind: 'text', body: `<p>${SECRET_KEY} ${SECRET_WORDS}</p>` },
  { kind: 'json', body: { error: { message: `${SECRET_KEY} ${SECRET_WORDS}`, code: SECRET_KEY } } },
  { kind: 'redirect', to: `http://127.0.0.1:1/${SECRET_KEY}?${encodeURIComponent(SECRET_WORDS)}` },
  { kind: 'hangs up', when: 'midway' },
  { kind: 'message', message: { content: null, refusal: `${SECRET_KEY} ${SECRET_WORDS}` } },
];

/** What OpenAI's own programs read; none of it is ours. */
const FOREIGN = {
  OPENAI_API_KEY: 'sk-foreign',
  OPENAI_ADMIN_KEY: 'sk-foreign-admin',
  OPENAI_BASE_URL: 'http://127.0.0.1:1/foreign',
  OPENAI_ORG_ID: 'org-foreign',
  OPENAI_PROJECT_ID: 'project-foreign',
  OPENAI_WEBHOOK_SECRET: 'foreign',
  OPENAI_LOG: 'debug',
};

describe('what is kept secret of a question to an endpoint', () => {
  for (const answer of TROUBLES) {
    const name = 'status' in answer ? `${answer.kind} ${answer.status ?? ''}` : answer.kind;
    it(`neither key nor prompt is told when the answer is: ${name}`, async () => {
      const { result, said } = await overheard(() =>
        withEnvironment({ OPENAI_LOG: 'debug' }, () =>
          withServer(
            () => answer,
            ({ url }) => ask(judgeAt(url)),
          ),
        ),
      );
      equal(result.kind, 'failed');
      doesNotMatch(JSON.stringify(result), SECRET);
      equal(said, '');
    });
  }

  it('nothing is said on a console when all goes well, either', async () => {
    const { result, said } = await overheard(() =>
      withEnvironment({ OPENAI_LOG: 'debug' }, () =>
        withServer(
          () => ({ kind: 'chat', content: 'fine' }),
          ({ url }) => ask(judgeAt(url)),
        ),
      ),
    );
    deepEqual([result.kind, said], ['answered', '']);
  });

  it('the environment of other programs changes nothing of a request', async () => {
    const headers = 'Authorization: Bearer sk-foreign\nX-Foreign: yes';
    await withEnvironment({ ...FOREIGN, OPENAI_CUSTOM_HEADERS: headers }, () =>
      withServer(
        () => ({ kind: 'chat', content: 'fine' }),
        async ({ url, requests }) => {
          equal((await ask(judgeAt(url))).kind, 'answered');
          equal(requests[0]!.headers.authorization, `Bearer ${SECRET_KEY}`);
          doesNotMatch(JSON.stringify(requests[0]!.headers), /foreign/i);
          equal(process.env['OPENAI_CUSTOM_HEADERS'], headers);
        },
      ),
    );
  });

  it('a key of other programs is not sent where Devs has none', async () => {
    await withEnvironment(FOREIGN, () =>
      withServer(
        () => ({ kind: 'chat', content: 'fine' }),
        async ({ url, requests }) => {
          const judge = endpointJudge({ type: 'endpoint', url, model: 'm' }, keyIs(undefined));
          await ask(judge);
          equal('authorization' in requests[0]!.headers, false);
        },
      ),
    );
  });

  it('headers in the environment that are none stop nothing', async () => {
    await withEnvironment({ OPENAI_CUSTOM_HEADERS: 'not a header: x\n\u0007: y' }, async () => {
      const reply = await withServer(
        () => ({ kind: 'chat', content: 'fine' }),
        ({ url }) => ask(judgeAt(url)),
      );
      equal(reply.kind, 'answered');
    });
  });

  it('no header tells of the machine that it comes from', async () => {
    await withServer(
      () => ({ kind: 'chat', content: 'fine' }),
      async ({ url, requests }) => {
        await ask(judgeAt(url));
        const { headers } = requests[0]!;
        deepEqual(Object.keys(headers).sort(), [
          ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'connection'],
          ...['content-length', 'content-type', 'host', 'sec-fetch-mode', 'user-agent'],
        ]);
        deepEqual([headers['user-agent'], headers['accept-language']], ['devs', '*']);
      },
    );
  });

  for (const key of ['sk-a\r\nX-Injected: yes', 'sk-a\nb', 'sk-ä', 'sk a', 'x'.repeat(5_000)]) {
    it(`a key that is none is never sent: ${JSON.stringify(key.slice(0, 24))}`, async () => {
      await withServer(
        () => ({ kind: 'chat', content: 'x' }),
        async ({ url, requests }) => {
          const reply = await ask(endpointJudge({ type: 'endpoint', url, model: 'm' }, keyIs(key)));
          deepEqual([reply.kind, reply.calls, requests.length], ['failed', 0, 0]);
          const detail = reply.kind === 'failed' ? reply.detail : '';
          match(
            detail,
            /such as a space or a line break, or more than 4,096 characters: set DEVS_MODEL_KEY.* again$/,
          );
          doesNotMatch(detail, /sk-|Injected/);
        },
      );
    });
  }

  it('what a broken sender throws is not told', async () => {
    const broken = (): Promise<Response> =>
      Promise.reject(new TypeError(`${SECRET_KEY} bad header`));
    const url = 'http://127.0.0.1:9/v1';
    const endpoint = openEndpoint({ url, keys: keyIs(SECRET_KEY), fetch: broken });
    const limits = { signal: new AbortController().signal, timeoutMs: 10_000 };
    const { result, said } = await overheard(() =>
      endpoint.chat({ model: 'm', system: SECRET_WORDS, user: SECRET_WORDS }, limits),
    );
    equal(result.kind === 'failed' && result.why, 'unreachable');
    doesNotMatch(JSON.stringify(result), SECRET);
    equal(said, '');
  });
});
