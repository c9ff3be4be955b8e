import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { awaitFirst } from '../../../../src/platform/process/runProcess';

const NEVER = new Promise<never>(() => undefined);

describe('what ends a process first', () => {
  it('is its own end, and then nobody listens for an abortion any more', async () => {
    const { signal } = new AbortController();
    assert.equal(
      await awaitFirst(Promise.resolve('ended'), { signal, timeoutMs: 1_000_000 }),
      'ended',
    );
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  it('is the time limit', async () => {
    const { signal } = new AbortController();
    assert.deepEqual(await awaitFirst(NEVER, { signal, timeoutMs: 1 }), { type: 'timeout' });
  });

  it('is the abortion, earlier ones included', async () => {
    const controller = new AbortController();
    const options = { signal: controller.signal, timeoutMs: 1_000_000 };
    const first = awaitFirst(NEVER, options);
    controller.abort();
    assert.deepEqual(await first, { type: 'cancelled' });
    assert.deepEqual(await awaitFirst(NEVER, options), { type: 'cancelled' });
  });

  it('is not a time limit of more than 25 days, which no timer can wait', async () => {
    const controller = new AbortController();
    const first = awaitFirst(NEVER, { signal: controller.signal, timeoutMs: 2 ** 40 });
    setImmediate(() => setImmediate(() => controller.abort()));
    assert.deepEqual(await first, { type: 'cancelled' });
  });
});
