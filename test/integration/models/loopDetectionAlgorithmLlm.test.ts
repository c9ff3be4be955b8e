import assert from 'node:assert/strict';
import { endpointJudge } from '../../../src/platform/models/endpointJudge';
import type { UndecidedReason } from '../../../src/model/judge/judgedTurn';
import type { Judge } from '../../../src/ports/judge';
import { honestAnswer } from '../../support/honestModel';
import { describeLlmEvaluation, evaluated, failedWith } from '../../support/llmEvaluation';
import {
  startModelServer,
  type ModelScript,
  type ModelServer,
  type ScriptedAnswer,
} from '../../support/modelServer';

const KEYS = { find: () => Promise.resolve('sk-test-0123456789abcdef') };

/** A server whose model answers as `honestAnswer` does. */
const HONEST: ModelScript = ({ body }) => {
  const { messages } = body as { messages: readonly { role: string; content: string }[] };
  const user = messages.find(({ role }) => role === 'user')?.content ?? '';
  return { kind: 'chat', content: honestAnswer({ user }) };
};

const PROGRESS = JSON.stringify({
  isRegressive: false,
  noProgress: false,
  external: false,
  reasoning: 'yes',
});

function judgeAt({ url }: Pick<ModelServer, 'url'>): Judge {
  return endpointJudge({ type: 'endpoint', url, model: 'scripted' }, KEYS);
}

describe('the loop-detection-algorithm decision: LLM evaluation, with a judge behind an endpoint', () => {
  let server: ModelServer;
  before(async () => {
    server = await startModelServer(HONEST);
  });
  after(async () => {
    await server.close();
  });

  describeLlmEvaluation(() => judgeAt(server));
});

describe('A judge behind an endpoint that misbehaves decides nothing', () => {
  const misbehaving: readonly (readonly [string, ScriptedAnswer, UndecidedReason, number])[] = [
    ['never answers', { kind: 'hangs' }, 'timeout', 2],
    ['streams slowly and for ever', { kind: 'trickles' }, 'timeout', 2],
    ['answers 401', { kind: 'status', status: 401 }, 'not allowed', 1],
    ['answers 403', { kind: 'status', status: 403 }, 'not allowed', 1],
    ['answers 404', { kind: 'status', status: 404 }, 'not there', 1],
    ['answers 429', { kind: 'status', status: 429 }, 'rate limit', 2],
    ['answers 500', { kind: 'status', status: 500 }, 'service failure', 2],
    ['hangs up midway', { kind: 'hangs up', when: 'midway' }, 'unreachable', 2],
    ['answers half a JSON object', { kind: 'chat', content: PROGRESS.slice(0, 30) }, 'nonsense', 2],
    [
      'answers wrong types',
      { kind: 'chat', content: PROGRESS.replaceAll('false', '0') },
      'nonsense',
      2,
    ],
    ['says progress to everything', { kind: 'chat', content: PROGRESS }, 'misled', 2],
  ];
  for (const [name, answer, why, calls] of misbehaving) {
    it(`${name}: ${why}, after ${calls} of its calls`, async () => {
      const server = await startModelServer(() => answer);
      try {
        const judged = await evaluated(
          judgeAt(server),
          {
            about: 'progress',
            goal: 'goal-4711',
            history: [failedWith('failure-4711')],
            current: { ...failedWith('failure-4712'), changedFiles: ['a.js'] },
          },
          // Less for a time limit that is reached; the others must not reach it on a busy machine.
          { timeoutMs: why === 'timeout' ? 400 : 30_000 },
        );

        assert.ok(judged.kind === 'undecided', JSON.stringify(judged));
        assert.equal(judged.why, why);
        assert.equal(judged.cost.calls, calls);
        assert.equal(server.requests.length, calls);
        assert.doesNotMatch(JSON.stringify(judged), /0123456789abcdef|4711|4712/);
      } finally {
        await server.close();
      }
    });
  }

  it('is not there at all: unreachable', async () => {
    const server = await startModelServer(HONEST);
    await server.close();

    const judged = await evaluated(judgeAt(server), {
      about: 'progress',
      goal: 'x',
      history: [],
      current: {},
    });

    assert.ok(judged.kind === 'undecided');
    assert.equal(judged.why, 'unreachable');
  });
});
