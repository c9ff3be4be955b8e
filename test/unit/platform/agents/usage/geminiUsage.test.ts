import { deepEqual, equal } from 'node:assert/strict';
import { lineWith, NO_AMOUNTS, readUsage, tokens } from './readUsage';

function stats(total: unknown, input: unknown, output: unknown, cached: unknown): object {
  return {
    total_tokens: total,
    input_tokens: input,
    output_tokens: output,
    cached,
    input: 1,
    duration_ms: 5,
  };
}

function result(all: object, models?: unknown): object {
  return { type: 'result', status: 'success', stats: { ...all, models } };
}

const BEGINS = { type: 'init', session_id: 's', model: 'auto' };

describe('what Gemini CLI used', () => {
  it('is what each model used, the router and sub-agents too; thoughts stand in the total alone', () => {
    const report = readUsage('gemini', [
      BEGINS,
      result(stats(1_080, 300, 700, 120), {
        'flash-lite': stats(70, 20, 50, 0),
        flash: stats(1_010, 280, 650, 120),
      }),
    ]);
    deepEqual(report, {
      models: [
        { model: 'flash-lite', ...tokens(20, 0, 0, 50) },
        { model: 'flash', ...tokens(160, 120, 0, 730) },
      ],
      isPartial: false,
    });
  });

  it('is unknown if it is cut off', () => {
    const said = { type: 'message', role: 'assistant', content: 'Hi', delta: true };
    equal(readUsage('gemini', [BEGINS, said, { type: 'result' }, {}, []]), undefined);
  });

  it('is the sum of all where models are not listed, or one of them cannot be read', () => {
    const all = stats(90, 40, 45, 10);
    for (const models of [undefined, null, {}, [], 'x', 5, { flash: 'x' }, { flash: {} }])
      deepEqual(readUsage('gemini', [result(all, models)]), {
        models: [tokens(30, 10, 0, 50)],
        isPartial: false,
      });
  });

  for (const wrong of NO_AMOUNTS) {
    it(`is the sum of all if a figure of one model is ${wrong}, and unknown if that is one too`, () => {
      const models = { flash: stats(9, 'HERE', 4, 1) };
      deepEqual(readUsage('gemini', [lineWith(result(stats(90, 40, 45, 10), models), wrong)]), {
        models: [tokens(30, 10, 0, 50)],
        isPartial: false,
      });
      for (const all of [stats('HERE', 1, 1, 1), stats(9, 'HERE', 1, 1), stats(9, 1, 1, 'HERE')])
        equal(readUsage('gemini', [lineWith(result(all), wrong)]), undefined);
    });
  }

  it('is unknown if the figures contradict each other', () => {
    equal(readUsage('gemini', [result(stats(5, 6, 0, 0))]), undefined);
    equal(readUsage('gemini', [result(stats(9, 5, 4, 6))]), undefined);
  });
});
