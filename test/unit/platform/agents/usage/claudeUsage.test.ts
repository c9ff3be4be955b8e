import { deepEqual, equal } from 'node:assert/strict';
import { lineWith, NO_AMOUNTS, readUsage, tokens } from './readUsage';

type Figures = readonly [unknown, unknown, unknown, unknown];

function usage([input, read, write, output]: Figures): object {
  return {
    input_tokens: input,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: write,
    output_tokens: output,
  };
}

/** One of the events of a message; each states what the message used. */
function message(id: string, figures: Figures, model = 'opus'): object {
  const content = [{ type: 'text', text: 'Hello' }];
  return { type: 'assistant', message: { id, model, usage: usage(figures), content } };
}

const bySubAgent = (event: object): object => ({ ...event, parent_tool_use_id: 'toolu_1' });

function streamed(event: object): object {
  return { type: 'stream_event', parent_tool_use_id: null, event };
}
const begins = (id: string, figures: Figures): object =>
  streamed({ type: 'message_start', message: { id, model: 'opus', usage: usage(figures) } });
const changes = (figures: Figures): object =>
  streamed({ type: 'message_delta', delta: {}, usage: usage(figures) });

function ofModel([input, read, write, output]: Figures, costUSD?: unknown): object {
  return {
    inputTokens: input,
    cacheReadInputTokens: read,
    cacheCreationInputTokens: write,
    outputTokens: output,
    costUSD,
  };
}

function result(modelUsage: object | undefined, usd?: unknown, figures?: Figures): object {
  return {
    type: 'result',
    total_cost_usd: usd,
    modelUsage,
    ...(figures && { usage: usage(figures) }),
  };
}

const FIRST = message('m1', [10, 20, 30, 3]);
const FIRST_READ = tokens(10, 20, 30, 3);

describe('what Claude Code used', () => {
  it('is what its result states of each model, with its sub-agents and its cost', () => {
    const report = readUsage('claude', [
      FIRST,
      bySubAgent(message('m2', [5, 6, 7, 3], 'haiku')),
      result(
        { 'opus[1m]': ofModel([12, 22, 32, 90], 0.25), haiku: ofModel([5, 6, 7, 80], 0.0005) },
        0.2505,
        [12, 22, 32, 90],
      ),
    ]);
    deepEqual(report, {
      models: [
        { model: 'opus', ...tokens(12, 22, 32, 90), nanoUsd: 250_000_000 },
        { model: 'haiku', ...tokens(5, 6, 7, 80), nanoUsd: 500_000 },
      ],
      nanoUsd: 250_500_000,
      isPartial: false,
    });
  });

  it('adds entries of the same model, with its context named and without', () => {
    const models = { 'opus[1m]': ofModel([1, 2, 3, 4], 1), opus: ofModel([10, 20, 30, 40], 2) };
    deepEqual(readUsage('claude', [result(models, 3)])?.models, [
      { model: 'opus', ...tokens(11, 22, 33, 44), nanoUsd: 3_000_000_000 },
    ]);
  });

  it('is what its messages state, each once, if it is cut off', () => {
    const report = readUsage('claude', [
      { type: 'system', subtype: 'init' },
      ...[FIRST, FIRST, FIRST],
      bySubAgent(message('s1', [1, 1, 1, 1], 'haiku')),
      message('m2', [100, 200, 300, 3]),
      FIRST,
    ]);
    deepEqual(report, {
      models: [
        { model: 'opus', ...tokens(110, 220, 330, 6) },
        { model: 'haiku', ...tokens(1, 1, 1, 1) },
      ],
      isPartial: true,
    });
  });

  it('is exact for streamed messages: the last piece counts, not what the message began with', () => {
    const report = readUsage('claude', [
      begins('m1', [10, 20, 30, 3]),
      FIRST,
      bySubAgent(message('s1', [7, 0, 0, 1])),
      changes([10, 20, 30, 50]),
      changes([10, 20, 30, 444]),
      FIRST,
      begins('m2', [1, 2, 3, 3]),
    ]);
    deepEqual(report?.models, [{ model: 'opus', ...tokens(18, 22, 33, 448) }]);
  });

  it('keeps what a message began with if a piece of it states no input', () => {
    const delta = streamed({ type: 'message_delta', usage: { output_tokens: 50 } });
    deepEqual(readUsage('claude', [begins('m1', [10, 20, 30, 3]), delta])?.models, [
      { model: 'opus', ...FIRST_READ },
    ]);
  });

  it('does not count its own texts, nor what states nothing', () => {
    const own = message('x', [0, 0, 0, 0], '<synthetic>');
    const silent = { type: 'assistant', message: { id: 'y', model: 'opus' } };
    equal(readUsage('claude', [own, silent, { type: 'user' }, {}, []]), undefined);
  });

  it('is that of the main agent where no models are listed', () => {
    for (const none of [undefined, {}])
      deepEqual(readUsage('claude', [result(none, 1, [1, 2, 3, 4])]), {
        models: [tokens(1, 2, 3, 4)],
        nanoUsd: 1_000_000_000,
        isPartial: false,
      });
  });

  it('is the newest of several results, which state the sums of the process', () => {
    const report = readUsage('claude', [
      result({ opus: ofModel([1, 0, 0, 1]) }, 0.1),
      result({ opus: ofModel([3, 0, 0, 4]) }, 0.3),
    ]);
    deepEqual(report, {
      models: [{ model: 'opus', ...tokens(3, 0, 0, 4) }],
      nanoUsd: 300_000_000,
      isPartial: false,
    });
  });

  describe('with figures that are none', () => {
    for (const wrong of NO_AMOUNTS) {
      it(`as ${wrong}: a message is left out`, () => {
        const hostile = lineWith(message('m2', [1, 'HERE', 1, 1]), wrong);
        deepEqual(readUsage('claude', [FIRST, hostile])?.models, [
          { model: 'opus', ...FIRST_READ },
        ]);
      });

      it(`as ${wrong}: of a result that cannot be read the messages remain, as a part`, () => {
        const models = { opus: ofModel([50, 1, 1, 60]), haiku: ofModel([1, 1, 1, 'HERE']) };
        const hostile = lineWith(result(models, undefined, [50, 1, 1, 60]), wrong);
        deepEqual(readUsage('claude', [FIRST, hostile]), {
          models: [{ model: 'opus', ...FIRST_READ }],
          isPartial: true,
        });
      });
    }

    it('takes no such cost for one, and no model without', () => {
      for (const usd of ['-1', '-1e-10', '"1"', 'null', '1e300', '1e999', '{}']) {
        const line = lineWith(result({ opus: ofModel([1, 2, 3, 4], 'HERE') }, 'HERE'), usd);
        deepEqual(
          readUsage('claude', [line]),
          { models: [{ model: 'opus', ...tokens(1, 2, 3, 4) }], isPartial: false },
          usd,
        );
      }
    });

    it('takes no cache that is null for 0, and keeps sums that would not be exact', () => {
      const first = message('m1', [1, null, null, 1]);
      const huge = message('m2', [Number.MAX_SAFE_INTEGER, 0, 0, 1]);
      deepEqual(readUsage('claude', [first, huge])?.models, [
        { model: 'opus', ...tokens(1, 0, 0, 1) },
      ]);
      const most = message('m3', [1e15, 0, 0, 1]);
      deepEqual(readUsage('claude', [first, most])?.models, [
        { model: 'opus', ...tokens(1e15 + 1, 0, 0, 2) },
      ]);
    });
  });
});
