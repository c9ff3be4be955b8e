import { deepEqual, equal, match } from 'node:assert/strict';
import { endpointJudge } from '../../../src/platform/models/endpointJudge';
import {
  ask,
  judgeAt,
  keyIs,
  PROMPT,
  replyTo,
  SECRET_KEY,
  withServer,
} from '../../support/endpointCalls';
import { refusingFormat, type ScriptedAnswer } from '../../support/modelServer';

const ANSWER: ScriptedAnswer = { kind: 'chat', content: '{"isRegressive": false}' };

describe('a judge behind an endpoint', () => {
  it('asks with the system and the user message, the schema and the key, in one request', async () => {
    await withServer(
      () => ANSWER,
      async ({ url, requests }) => {
        const reply = await ask(judgeAt(url));
        deepEqual(reply, {
          kind: 'answered',
          text: '{"isRegressive": false}',
          inputTokens: 120,
          outputTokens: 30,
          calls: 1,
        });
        equal(requests.length, 1);
        equal(requests[0]!.method, 'POST');
        equal(requests[0]!.path, '/v1/chat/completions');
        equal(requests[0]!.headers.authorization, `Bearer ${SECRET_KEY}`);
        deepEqual(requests[0]!.body, {
          model: 'gpt-test',
          messages: [
            { role: 'system', content: PROMPT.system },
            { role: 'user', content: PROMPT.user },
          ],
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'answer', strict: true, schema: PROMPT.schema },
          },
        });
      },
    );
  });

  it('is called by its model and where it is', () => {
    equal(judgeAt('http://localhost:11434/v1').name, 'gpt-test at localhost:11434');
  });

  it('finds the endpoint whether or not its address ends in a slash', async () => {
    await withServer(
      () => ANSWER,
      async ({ url, requests }) => {
        await ask(judgeAt(`${url}/`));
        equal(requests[0]!.path, '/v1/chat/completions');
      },
    );
  });

  it('sends no key where there is none', async () => {
    await withServer(
      () => ANSWER,
      async ({ url, requests }) => {
        const keyless = endpointJudge({ type: 'endpoint', url, model: 'm' }, keyIs(undefined));
        equal((await ask(keyless)).kind, 'answered');
        equal('authorization' in requests[0]!.headers, false);
      },
    );
  });

  for (const status of [400, 422]) {
    it(`asks again without the schema where it is refused with ${status}, and only so from then on`, async () => {
      await withServer(refusingFormat(ANSWER, status), async ({ url, requests }) => {
        const judge = judgeAt(url);
        const first = await ask(judge);
        deepEqual([first.kind, first.calls], ['answered', 2]);
        const second = await ask(judge);
        deepEqual([second.kind, second.calls], ['answered', 1]);
        equal(requests.length, 3);
      });
    });
  }

  it('makes no second call that it may not make, and asks without the schema the next time', async () => {
    await withServer(refusingFormat(ANSWER), async ({ url, requests }) => {
      const judge = judgeAt(url);
      const first = await ask(judge, { maxCalls: 1 });
      deepEqual([first.kind, first.calls, requests.length], ['failed', 1, 1]);
      const second = await ask(judge, { maxCalls: 1 });
      deepEqual([second.kind, second.calls, requests.length], ['answered', 1, 2]);
    });
  });

  it('goes on asking with the schema where leaving it out did not help', async () => {
    const script = (_: unknown, n: number): ScriptedAnswer =>
      n <= 2 ? { kind: 'status', status: 400 } : ANSWER;
    await withServer(script, async ({ url, requests }) => {
      const judge = judgeAt(url);
      const first = await ask(judge);
      deepEqual(
        [first.kind, first.kind === 'failed' && first.why, first.calls],
        ['failed', 'service failure', 2],
      );
      await ask(judge);
      match(requests[2]!.text, /response_format/);
    });
  });

  it('never tries again by itself, whatever the server wishes', async () => {
    for (const status of [408, 409, 429, 500, 503]) {
      await withServer(
        () => ({ kind: 'status', status }),
        async ({ url, requests }) => {
          equal((await ask(judgeAt(url))).calls, 1);
          equal(requests.length, 1);
        },
      );
    }
  });

  it('understands a server that streams although it was not asked to', async () => {
    const piece = (content: string) =>
      `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}`;
    const body = [piece('{"isRegr'), '', piece('essive": true}'), '', 'data: [DONE]', ''].join(
      '\n',
    );
    const reply = await replyTo(() => ({ kind: 'text', type: 'text/event-stream', body }));
    deepEqual(reply, { kind: 'answered', text: '{"isRegressive": true}', calls: 1 });
  });

  it('reads a completion whatever type the server says that it has', async () => {
    const body = JSON.stringify({ choices: [{ message: { content: 'yes' } }] });
    const reply = await replyTo(() => ({ kind: 'text', type: 'text/plain', body }));
    deepEqual(reply, { kind: 'answered', text: 'yes', calls: 1 });
  });
});
