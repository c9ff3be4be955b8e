import { deepEqual, equal } from 'node:assert/strict';
import { lineWith, NO_AMOUNTS, readUsage, tokens } from './readUsage';

function usage(read: unknown, cached: unknown, output: unknown): object {
  return { input_tokens: read, cache_read_input_tokens: cached, output_tokens: output };
}
function message(id: string, figures: object, model = 'coder'): object {
  return { type: 'assistant', message: { id, model, usage: figures, content: [] } };
}
const result = (figures: object): object => ({
  type: 'result',
  subtype: 'success',
  usage: figures,
});

const ONE = message('a', usage(30, 20, 4));
const NONE = message('b', usage(0, undefined, 0));

describe('what Qwen Code used', () => {
  it('is a sum of its session with its sub-agents, of the model that answered', () => {
    deepEqual(readUsage('qwen', [NONE, ONE, result(usage(100, 60, 50))]), {
      models: [],
      ofSession: { model: 'coder', tokens: tokens(40, 60, 0, 50) },
      isPartial: false,
    });
  });

  it('is of no model if several answered, or none', () => {
    const sum = result(usage(100, 60, 50));
    for (const lines of [[ONE, message('c', usage(1, 0, 1), 'other'), sum], [sum]])
      deepEqual(readUsage('qwen', lines)?.ofSession, { tokens: tokens(40, 60, 0, 50) });
  });

  it('is what its messages state, each once, if it is cut off', () => {
    const grown = message('a', usage(31, 21, 9));
    deepEqual(readUsage('qwen', [NONE, ONE, ONE, grown, message('c', usage(2, 1, 1))]), {
      models: [{ model: 'coder', ...tokens(11, 22, 0, 10) }],
      isPartial: true,
    });
    equal(readUsage('qwen', [{ type: 'system' }, { type: 'result' }, {}, []]), undefined);
  });

  for (const wrong of NO_AMOUNTS) {
    it(`is not changed by a message or a result with ${wrong}`, () => {
      for (const hostile of [usage('HERE', 0, 1), usage(9, 'HERE', 1), usage(9, 0, 'HERE')])
        for (const event of [message('c', hostile), result(hostile)])
          deepEqual(readUsage('qwen', [ONE, lineWith(event, wrong)]), {
            models: [{ model: 'coder', ...tokens(10, 20, 0, 4) }],
            isPartial: true,
          });
    });
  }

  it('counts no message with more from the cache than it read', () => {
    equal(readUsage('qwen', [message('a', usage(3, 4, 1))]), undefined);
  });
});
