import { deepEqual, equal } from 'node:assert/strict';
import { lineWith, NO_AMOUNTS, readUsage, tokens } from './readUsage';

function completed(input: unknown, cached: unknown, written: unknown, output: unknown): object {
  const usage = {
    input_tokens: input,
    cached_input_tokens: cached,
    cache_write_input_tokens: written,
    output_tokens: output,
    reasoning_output_tokens: 30,
  };
  return { type: 'turn.completed', usage };
}

const BEGINS = [{ type: 'thread.started', thread_id: 't' }, { type: 'turn.started' }];

describe('what Codex used', () => {
  it('is a sum of its session: the cache is a part of what it read, reasoning of what it wrote', () => {
    deepEqual(readUsage('codex', [...BEGINS, completed(900, 500, 100, 70)]), {
      models: [],
      ofSession: { tokens: tokens(300, 500, 100, 70) },
      isPartial: false,
    });
  });

  it('is known without a cache, and is the newest of several sums', () => {
    const lines = [completed(1, undefined, null, 2), completed(5, undefined, undefined, 6)];
    deepEqual(readUsage('codex', lines)?.ofSession, { tokens: tokens(5, 0, 0, 6) });
  });

  it('is unknown until the turn ends, and if it fails', () => {
    const item = { type: 'item.completed', item: { type: 'agent_message', text: 'Hi' } };
    const failed = { type: 'turn.failed', error: { message: 'no' }, usage: { input_tokens: 1 } };
    equal(readUsage('codex', [...BEGINS, item, failed, {}, []]), undefined);
  });

  for (const wrong of NO_AMOUNTS) {
    it(`does not replace a sum by one with ${wrong}`, () => {
      for (const hostile of [
        completed('HERE', 1, 0, 1),
        completed(9, 'HERE', 0, 1),
        completed(9, 1, 'HERE', 1),
        completed(9, 1, 0, 'HERE'),
      ]) {
        const lines = [completed(3, 1, 1, 2), lineWith(hostile, wrong)];
        deepEqual(readUsage('codex', lines)?.ofSession, { tokens: tokens(1, 1, 1, 2) });
      }
    });
  }

  it('is unknown, and not nothing, if more came from the cache than was read', () => {
    deepEqual(readUsage('codex', [completed(3, 4, 0, 1)]), {
      models: [],
      ofSession: {},
      isPartial: true,
    });
  });
});
