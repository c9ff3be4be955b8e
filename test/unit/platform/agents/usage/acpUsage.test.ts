import { deepEqual, equal } from 'node:assert/strict';
import type { UsageReport } from '../../../../../src/model/usage/usage';
import { lineWith, NO_AMOUNTS, readUsage, tokens } from './readUsage';

const answer = (result: unknown): object => ({ jsonrpc: '2.0', id: 7, result });
function update(body: object): object {
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: body } };
}

function agent(name: string | undefined): object {
  return answer({ protocolVersion: 1, ...(name !== undefined && { agentInfo: { name } }) });
}
/** An agent that begins a session. */
const opened = (name?: string): readonly object[] => [agent(name), answer({ sessionId: 's' })];

const CLAUDE = opened('@agentclientprotocol/claude-agent-acp');
const CODEX = opened('@agentclientprotocol/codex-acp');
const GEMINI = opened('gemini-cli');
const OPENCODE = opened('OpenCode');
const QWEN = opened('qwen-code');
const COPILOT = opened('Copilot');

function ends(usage?: unknown, quota?: object): object {
  const meta = quota === undefined ? {} : { _meta: { quota } };
  return answer({ stopReason: 'end_turn', ...(usage !== undefined && { usage }), ...meta });
}

interface Total {
  readonly input: unknown;
  readonly output: unknown;
  readonly total: unknown;
  readonly read?: unknown;
  readonly write?: unknown;
  readonly thought?: unknown;
}

function usage({ input, output, total, read, write, thought }: Total): object {
  return {
    ...{ inputTokens: input, outputTokens: output, totalTokens: total },
    ...{ cachedReadTokens: read, cachedWriteTokens: write, thoughtTokens: thought },
  };
}

/** Figures of one model, with the cache beside the rest. */
function ofModel(model: unknown, input: number, read: number, write: number, output: number) {
  const count = {
    ...{ inputTokens: input, cachedInputTokens: read, cachedWriteTokens: write },
    ...{ outputTokens: output, totalTokens: input + read + write + output },
  };
  return { model, token_count: count };
}

function costs(amount: unknown, currency: unknown = 'USD'): object {
  return update({ sessionUpdate: 'usage_update', used: 5, size: 9, cost: { amount, currency } });
}

/** What Qwen Code says after each request. */
function request(total: Total): object {
  const content = { type: 'text', text: '' };
  const meta = { usage: usage(total) };
  return update({ sessionUpdate: 'agent_message_chunk', content, _meta: meta });
}

const read = (...lines: readonly unknown[]): UsageReport | undefined => readUsage('acp', lines);

describe('what an agent over the Agent Client Protocol used', () => {
  describe('Claude Code', () => {
    const main = usage({ input: 10, read: 20, write: 30, output: 40, total: 100 });
    const quota = { model_usage: [ofModel('opus', 11, 22, 33, 44), ofModel('haiku', 1, 2, 3, 4)] };
    const both = [
      { model: 'opus', ...tokens(11, 22, 33, 44) },
      { model: 'haiku', ...tokens(1, 2, 3, 4) },
    ];

    it('states each model, its sub-agents too, and what the process cost', () => {
      deepEqual(read(...CLAUDE, costs(0.25), costs(0.2984044), ends(main, quota)), {
        models: both,
        nanoUsd: 298_404_400,
        isPartial: false,
      });
    });

    it('adds the prompts of a process, of which the cost is the sum already', () => {
      const second = usage({ input: 1, read: 1, write: 1, output: 1, total: 4 });
      const next = { model_usage: [ofModel('opus', 1, 1, 1, 1)] };
      deepEqual(
        read(...CLAUDE, costs(1), ends(main, quota), costs(1.5), ends(second, next))?.models,
        [{ model: 'opus', ...tokens(12, 23, 34, 45) }, both[1]],
      );
      equal(
        read(...CLAUDE, costs(1), ends(main), costs(1.5), ends(second))?.nanoUsd,
        1_500_000_000,
      );
    });

    it('is known by its answer where the models cannot be read', () => {
      const [wrong] = quota.model_usage;
      const models = [{ ...wrong, token_count: { ...wrong!.token_count, totalTokens: 1 } }];
      deepEqual(read(...CLAUDE, ends(main, { model_usage: models }))?.models, [
        tokens(10, 20, 30, 40),
      ]);
    });

    it('has a cost only if it is cut off', () => {
      deepEqual(read(...CLAUDE, costs(0.5)), {
        models: [],
        nanoUsd: 500_000_000,
        isPartial: true,
      });
    });
  });

  it('Codex: the cache stands beside what was read, thoughts within what was written', () => {
    const stated = usage({ input: 10, read: 20, write: 0, output: 70, thought: 30, total: 100 });
    const count = { inputTokens: 10, cachedInputTokens: 20, cacheWriteInputTokens: 5 };
    const one = { model: 'sol', token_count: { ...count, outputTokens: 70, totalTokens: 105 } };
    deepEqual(read(...CODEX, ends(stated)), {
      models: [tokens(10, 20, 0, 70)],
      isPartial: false,
    });
    deepEqual(read(...CODEX, ends(stated, { model_usage: [one] }))?.models, [
      { model: 'sol', ...tokens(10, 20, 5, 70) },
    ]);
  });

  it('Gemini CLI: a part, as thoughts and the router are missing', () => {
    const count = (input: number, output: number) => ({
      ...{ input_tokens: input, output_tokens: output },
    });
    const quota = {
      token_count: count(60, 80),
      model_usage: [
        { model: 'flash', token_count: count(20, 30) },
        { model: 'auto', token_count: count(40, 50) },
      ],
    };
    deepEqual(read(...GEMINI, ends(undefined, quota)), {
      models: [
        { model: 'flash', ...tokens(20, 0, 0, 30) },
        { model: 'auto', ...tokens(40, 0, 0, 50) },
      ],
      isPartial: true,
    });
    equal(read(...GEMINI, answer({ stopReason: 'cancelled' })), undefined);
  });

  describe('opencode', () => {
    const last = usage({ input: 10, read: 20, output: 30, thought: 5, total: 65 });

    it('states what the session cost, and tokens of its last request alone, which are not counted', () => {
      deepEqual(read(...OPENCODE, costs(0.1), ends(last), costs(0.1273098), ends(last)), {
        models: [],
        isPartial: true,
        ofSession: { nanoUsd: 127_309_800 },
      });
    });

    it('says nothing without a price', () => {
      equal(read(...OPENCODE, costs(0), ends(last)), undefined);
    });
  });

  describe('Qwen Code', () => {
    const one = { input: 30, read: 20, output: 4, thought: 1, total: 34 };
    const two = { input: 300, read: 200, output: 40, thought: 10, total: 340 };
    const both = { models: [tokens(110, 220, 0, 44)], isPartial: false };

    it('states each request, those of sub-agents too', () => {
      deepEqual(read(...QWEN, request(one), request(two), ends()), both);
    });

    it('has said what it used so far if it is cut off', () => {
      const refused = { jsonrpc: '2.0', id: 7, error: { code: -32_603, message: 'cancelled' } };
      deepEqual(read(...QWEN, request(one), request(two), refused), both);
    });

    const LOADED = answer({ modes: { currentModeId: 'default' } });

    it('does not count again what it tells of earlier processes when it loads a session', () => {
      deepEqual(
        read(
          agent('qwen-code'),
          request(two),
          request(two),
          LOADED,
          answer({}),
          request(one),
          ends(),
        )?.models,
        [tokens(10, 20, 0, 4)],
      );
    });

    it('does not count that after a login either, nor once it is killed then', () => {
      const loads = [agent('qwen-code'), answer({}), costs(3), request(two), LOADED];
      deepEqual(read(...loads, request(one), ends()), {
        models: [tokens(10, 20, 0, 4)],
        isPartial: false,
      });
      deepEqual(read(...loads), { models: [], isPartial: true });
    });

    it('counts what follows an answer without content to the request for the session', () => {
      deepEqual(read(agent('qwen-code'), request(two), answer(null), request(one))?.models, [
        tokens(10, 20, 0, 4),
      ]);
    });
  });

  it('Copilot: the newest answer is the sum of its process, the cache a part of what it read', () => {
    const first = usage({ input: 60, read: 40, write: 0, output: 80, thought: 12, total: 140 });
    const second = usage({ input: 90, read: 60, write: 5, output: 120, thought: 18, total: 210 });
    deepEqual(read(...COPILOT, ends(first), ends(second)), {
      models: [tokens(25, 60, 5, 120)],
      isPartial: false,
    });
  });

  describe('one that Devs does not know', () => {
    const figures = { input: 100, read: 20, write: 30, output: 40, thought: 7 };
    for (const [where, total, expected] of [
      ['cache beside, thoughts inside', 190, tokens(100, 20, 30, 40)],
      ['cache inside, thoughts inside', 140, tokens(50, 20, 30, 40)],
      ['cache beside, thoughts beside', 197, tokens(100, 20, 30, 47)],
      ['cache inside, thoughts beside', 147, tokens(50, 20, 30, 47)],
    ] as const)
      it(`shows by its total where it counts what: ${where}`, () => {
        for (const name of [undefined, 'another'])
          deepEqual(read(...opened(name), ends(usage({ ...figures, total }))), {
            models: [expected],
            isPartial: false,
          });
      });

    it('is known as a part if its figures do not add up', () => {
      const right = usage({ ...figures, total: 190 });
      const wrong = usage({ ...figures, total: 150 });
      equal(read(...opened(), ends(wrong)), undefined);
      deepEqual(read(...opened(), ends(right), ends(wrong)), {
        models: [tokens(100, 20, 30, 40)],
        isPartial: true,
      });
    });

    it('says nothing in answers without figures, and in what is no message', () => {
      equal(read(...opened(), ends(), ends(null), {}, [], { jsonrpc: '2.0' }), undefined);
    });
  });

  for (const wrong of NO_AMOUNTS) {
    it(`with ${wrong} as a figure is known as a part`, () => {
      const right = usage({ input: 1, output: 2, total: 3 });
      for (const member of ['input', 'output', 'total', 'read', 'write', 'thought'] as const) {
        const total = { input: 1, output: 2, total: 3, [member]: 'HERE' };
        for (const event of [ends(usage(total)), request(total)])
          deepEqual(
            read(...opened(), ends(right), lineWith(event, wrong)),
            { models: [tokens(1, 0, 0, 2)], isPartial: true },
            member,
          );
      }
    });
  }

  it('has no cost but a positive one in dollars', () => {
    for (const cost of ['-1', '0', '"1"', 'null', '1e300', '1e999', '{}'])
      equal(read(...OPENCODE, lineWith(costs('HERE'), cost)), undefined, cost);
    for (const currency of ['EUR', '', null])
      equal(read(...OPENCODE, costs(1, currency)), undefined);
    equal(read(...OPENCODE, update({ sessionUpdate: 'usage_update', cost: 'x' })), undefined);
    equal(read(...OPENCODE, costs(2), costs(-1))?.ofSession?.nanoUsd, 2_000_000_000);
  });

  it('keeps sums that would not be exact', () => {
    const one = usage({ input: 1, output: 1, total: 2 });
    const huge = usage({
      input: Number.MAX_SAFE_INTEGER,
      output: 0,
      total: Number.MAX_SAFE_INTEGER,
    });
    deepEqual(read(...opened(), ends(one), ends(huge)), {
      models: [tokens(1, 0, 0, 1)],
      isPartial: true,
    });
  });
});
