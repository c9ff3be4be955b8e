import { deepEqual, equal } from 'node:assert/strict';
import { lineWith, NO_AMOUNTS, readUsage, tokens } from './readUsage';

interface Figures {
  readonly input: unknown;
  readonly output: unknown;
  readonly reasoning?: unknown;
  readonly cache?: unknown;
}

function step(id: string, figures: Figures | undefined, cost?: unknown): object {
  return { type: 'step_finish', part: { id, type: 'step-finish', tokens: figures, cost } };
}

const ONE = { input: 10, output: 20, reasoning: 5, cache: { read: 7, write: 3 } };
const TWO = { input: 100, output: 200, reasoning: 50, cache: { read: 70, write: 30 } };

describe('what opencode used', () => {
  it('is the sum of its steps: cache and reasoning stand beside the rest, and each step costs', () => {
    deepEqual(readUsage('opencode', [step('a', ONE, 0.0636366), step('b', TWO, 0.000000001)]), {
      models: [tokens(110, 77, 33, 275)],
      nanoUsd: 63_636_601,
      isPartial: false,
    });
  });

  it('counts a step once, however often it is told', () => {
    const report = readUsage('opencode', [step('a', ONE, 1), step('b', TWO, 1), step('a', ONE, 1)]);
    deepEqual(report, {
      models: [tokens(110, 77, 33, 275)],
      nanoUsd: 2_000_000_000,
      isPartial: false,
    });
  });

  it('is what it had finished if it is cut off, and unknown before that', () => {
    const begins = { type: 'step_start', part: { id: 'b' } };
    equal(readUsage('opencode', [begins, {}, []]), undefined);
    deepEqual(readUsage('opencode', [step('a', ONE), begins])?.models, [tokens(10, 7, 3, 25)]);
  });

  it('has no price where a model has none, and costs nothing where nothing was used', () => {
    const none = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };
    equal(readUsage('opencode', [step('a', ONE, 0)])?.nanoUsd, undefined);
    equal(readUsage('opencode', [step('a', ONE, 1), step('b', TWO, 0)])?.nanoUsd, undefined);
    equal(readUsage('opencode', [step('a', none, 0), step('b', ONE, 1)])?.nanoUsd, 1_000_000_000);
  });

  it('needs neither cache nor reasoning', () => {
    for (const cache of [undefined, null, {}, { read: null }])
      deepEqual(readUsage('opencode', [step('a', { input: 1, output: 2, cache })]), {
        models: [tokens(1, 0, 0, 2)],
        isPartial: false,
      });
  });

  for (const wrong of NO_AMOUNTS) {
    it(`is known as a part if a figure of a step is ${wrong}`, () => {
      for (const hostile of [
        { ...TWO, input: 'HERE' },
        { ...TWO, output: 'HERE' },
        { ...TWO, reasoning: 'HERE' },
        { ...TWO, cache: { read: 'HERE', write: 0 } },
      ])
        deepEqual(readUsage('opencode', [step('a', ONE), lineWith(step('b', hostile), wrong)]), {
          models: [tokens(10, 7, 3, 25)],
          isPartial: true,
        });
    });
  }

  it('is known as a part if the sum would not be exact', () => {
    const huge = { input: Number.MAX_SAFE_INTEGER, output: 1 };
    for (const hostile of [huge, { input: 1, output: Number.MAX_SAFE_INTEGER, reasoning: 9 }])
      deepEqual(readUsage('opencode', [step('a', ONE), step('b', hostile), step('c', ONE)]), {
        models: [tokens(20, 14, 6, 50)],
        isPartial: true,
      });
  });

  it('has no price if one of its steps states none that is one', () => {
    for (const cost of ['-1', '"1"', 'null', '1e300', '1e999'])
      equal(readUsage('opencode', [lineWith(step('a', ONE, 'HERE'), cost)])?.nanoUsd, undefined);
  });
});
