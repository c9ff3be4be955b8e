import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { JudgeFailure, JudgeReply } from '../../../src/ports/judge';
import { endpointJudge } from '../../../src/platform/models/endpointJudge';
import { ask, judgeAt, keyIs, replyTo, withServer } from '../../support/endpointCalls';
import type { ScriptedAnswer } from '../../support/modelServer';

interface Case {
  readonly when: string;
  readonly answer: ScriptedAnswer;
  readonly why: JudgeFailure;
  readonly permanent?: true;
  readonly says: RegExp;
}

const HALF = '{"choices": [{"message": {"content": "{\\"isRegr';

const CASES: readonly Case[] = [
  {
    when: 'the key is wrong',
    answer: { kind: 'status', status: 401 },
    why: 'not allowed',
    permanent: true,
    says: /^127\.0\.0\.1:\d+ rejected the key \(401\): set DEVS_MODEL_KEY, or run "Devs: Set Model Key…"$/,
  },
  {
    when: 'it is not allowed',
    answer: { kind: 'status', status: 403 },
    why: 'not allowed',
    permanent: true,
    says: /\(403\)/,
  },
  {
    when: 'there is no credit',
    answer: { kind: 'status', status: 402 },
    why: 'not allowed',
    permanent: true,
    says: /credit .* \(402\)/,
  },
  {
    when: 'there is no such model',
    answer: { kind: 'status', status: 404 },
    why: 'not there',
    permanent: true,
    says: /no model "gpt-test" \(404\): check "url", which mostly ends in \/v1, and "model"$/,
  },
  {
    when: 'too much is asked',
    answer: { kind: 'status', status: 429 },
    why: 'rate limit',
    says: /\(429\)/,
  },
  {
    when: 'the server fails',
    answer: { kind: 'status', status: 500 },
    why: 'service failure',
    says: /failed \(500\)/,
  },
  {
    when: 'the server is overloaded',
    answer: { kind: 'status', status: 503 },
    why: 'service failure',
    says: /failed \(503\)/,
  },
  {
    when: 'the status is one that nobody knows',
    answer: { kind: 'status', status: 799 },
    why: 'service failure',
    says: /failed \(799\)/,
  },
  {
    when: 'a failure is reported in a success',
    answer: { kind: 'json', body: { error: { code: 429, message: 'slow down' } } },
    why: 'rate limit',
    says: /\(429\)/,
  },
  {
    when: 'a proxy answers with a page',
    answer: { kind: 'text', body: '<html><body>Log in first</body></html>' },
    why: 'service failure',
    says: /did not answer with a chat completion: check "url"/,
  },
  {
    when: 'the JSON is cut in half',
    answer: { kind: 'text', type: 'application/json', body: HALF },
    why: 'service failure',
    says: /did not answer with a chat completion/,
  },
  {
    when: 'everything has the wrong type',
    answer: { kind: 'json', body: { choices: { 0: 'x' }, usage: 'much' } },
    why: 'service failure',
    says: /did not answer with a chat completion/,
  },
  {
    when: 'it is a JSON text',
    answer: { kind: 'json', body: 'choices' },
    why: 'service failure',
    says: /did not answer with a chat completion/,
  },
  {
    when: 'there is no choice',
    answer: { kind: 'json', body: { choices: [] } },
    why: 'service failure',
    says: /did not answer with a chat completion/,
  },
  {
    when: 'there is no body',
    answer: { kind: 'text', body: '' },
    why: 'service failure',
    says: /did not answer with a chat completion/,
  },
  {
    when: 'the model declines',
    answer: { kind: 'message', message: { content: null, refusal: 'I cannot.' } },
    why: 'service failure',
    says: /declined to answer/,
  },
  {
    when: 'a filter took the answer',
    answer: { kind: 'message', message: { content: '' }, finish: 'content_filter' },
    why: 'service failure',
    says: /declined to answer/,
  },
  {
    when: 'nothing is said',
    answer: { kind: 'chat', content: null },
    why: 'service failure',
    says: /empty answer/,
  },
  {
    when: 'all tokens went into thinking',
    answer: {
      kind: 'message',
      message: { content: '', reasoning_content: 'Hmm' },
      finish: 'length',
    },
    why: 'service failure',
    says: /token limit/,
  },
  {
    when: 'the connection is cut at once',
    answer: { kind: 'hangs up', when: 'at once' },
    why: 'unreachable',
    says: /was closed/,
  },
  {
    when: 'the connection is cut in the midst of the answer',
    answer: { kind: 'hangs up', when: 'midway' },
    why: 'unreachable',
    says: /was closed/,
  },
  {
    when: 'the answer has no end',
    answer: { kind: 'floods' },
    why: 'service failure',
    says: /is too large/,
  },
];

describe('a judge behind an endpoint that fails', () => {
  for (const { when, answer, why, permanent = false, says } of CASES) {
    it(`says "${why}" where ${when}`, async () => {
      const reply = await replyTo(() => answer);
      const { detail } = failed(reply);
      match(detail, says);
      deepEqual(reply, { kind: 'failed', why, detail, permanent, calls: 1 });
      ok(!detail.endsWith('.'));
    });
  }

  it('asks for a key where there is none and one is wanted', async () => {
    await withServer(
      () => ({ kind: 'status', status: 401 }),
      async ({ url }) => {
        const judge = endpointJudge({ type: 'endpoint', url, model: 'm' }, keyIs(undefined));
        match(failed(await ask(judge)).detail, /requires a key \(401\): set DEVS_MODEL_KEY/);
      },
    );
  });

  it('follows no redirect, neither to another origin nor to its own', async () => {
    await withServer(
      () => ({ kind: 'chat', content: 'from elsewhere' }),
      async (elsewhere) => {
        for (const status of [301, 302, 303, 307, 308]) {
          const to = `${elsewhere.url}/chat/completions`;
          const reply = failed(await replyTo(() => ({ kind: 'redirect', to, status })));
          deepEqual([reply.why, reply.permanent], ['not there', true]);
          match(reply.detail, /redirects .* does not follow: set "url" to the final one/);
        }
        equal(elsewhere.requests.length, 0);
      },
    );
    await withServer(
      (_, n) => (n === 1 ? { kind: 'redirect', to: '/v1/x' } : { kind: 'chat', content: 'x' }),
      async ({ url, requests }) => {
        equal(failed(await ask(judgeAt(url))).why, 'not there');
        equal(requests.length, 1);
      },
    );
  });

  it('is unreachable where nothing listens', async () => {
    const url = await withServer(
      () => ({ kind: 'hangs' }),
      (server) => Promise.resolve(server.url),
    );
    const reply = failed(await ask(judgeAt(url)));
    deepEqual([reply.why, reply.permanent, reply.calls], ['unreachable', false, 1]);
    match(
      reply.detail,
      /^nothing listens on 127\.0\.0\.1:\d+: is the model server running there\?$/,
    );
  });

  it('is unreachable where the name is nobody’s', async () => {
    const reply = failed(await ask(judgeAt('http://nobody.invalid/v1')));
    equal(reply.why, 'unreachable');
    match(reply.detail, /nobody\.invalid/);
  });

  it('is unreachable where https is asked of a server that speaks none', async () => {
    await withServer(
      () => ({ kind: 'chat', content: 'x' }),
      async ({ url }) => {
        const reply = failed(await ask(judgeAt(url.replace('http:', 'https:'))));
        equal(reply.why, 'unreachable');
        match(reply.detail, /no secure connection .* check http or https in "url"/);
      },
    );
  });

  it('says so where what listens does not speak HTTP', async () => {
    const server = createServer((socket) => void socket.end('220 mail ready\r\n'));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const reply = failed(await ask(judgeAt(`http://127.0.0.1:${port}/v1`)));
    server.close();
    equal(reply.why, 'service failure');
    match(reply.detail, /does not speak HTTP/);
  });

  it('says so where an answer is packed in another way than it says', async () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\n';
    const server = createServer(
      (socket) => void socket.once('data', () => socket.end(`${head}{}`)),
    );
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const reply = failed(await ask(judgeAt(`http://127.0.0.1:${port}/v1`)));
    server.close();
    deepEqual([reply.why, reply.permanent], ['service failure', false]);
    match(reply.detail, /cannot be decompressed/);
  });

  it('names a port to which no connection is ever made', async () => {
    const reply = failed(await ask(judgeAt('http://127.0.0.1:6000/v1')));
    deepEqual([reply.why, reply.permanent], ['unreachable', true]);
    match(reply.detail, /port 6000 .*: make the server listen on another port$/);
  });
});

function failed(reply: JudgeReply): Extract<JudgeReply, { readonly kind: 'failed' }> {
  if (reply.kind !== 'failed') throw new Error(`it answered ${reply.text}`);
  return reply;
}
