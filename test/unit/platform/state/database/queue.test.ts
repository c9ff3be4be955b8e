import assert from 'node:assert/strict';
import type { Store } from '../../../../../src/ports/store';
import { createMemoryStore } from '../../../../support/memoryStore';
import { attemptOf } from './attemptSamples';

describe('the queue in the store', () => {
  let store: Store;
  beforeEach(async () => {
    store = await createMemoryStore();
  });
  afterEach(() => store.close());

  it('has every task that is not hidden, with its status and since when it waits', () => {
    for (const id of ['z', 'a', 'gone']) store.upsertTask(id, id);
    store.updateTask('a', { status: 'PAUSED_FOR_INTERVENTION', queuedAt: 17 });
    store.updateTask('gone', { hidden: true });
    assert.deepEqual(
      new Set(store.listQueue()),
      new Set([
        { id: 'z', status: 'pending', queuedAt: 0 },
        { id: 'a', status: 'PAUSED_FOR_INTERVENTION', queuedAt: 17 },
      ]),
    );
  });

  it('has a new task wait from the newest attempt on, an older one from where it did', () => {
    store.upsertTask('old', 'old');
    for (let at = 0; at < 3; at += 1) store.addAttempt(attemptOf('old'));
    store.forgetAttempts([3]);
    store.upsertTask('new', 'new');
    store.upsertTask('old', 'renamed');
    const queuedAt = Object.fromEntries(store.listQueue().map((task) => [task.id, task.queuedAt]));
    assert.deepEqual(queuedAt, { old: 0, new: 3 });
  });

  it('is undone with the transaction', () => {
    store.upsertTask('a', 'a');
    assert.throws(() =>
      store.transaction(() => {
        store.updateTask('a', { queuedAt: 4, status: 'done' });
        throw new Error('no');
      }),
    );
    assert.deepEqual(store.listQueue(), [{ id: 'a', status: 'pending', queuedAt: 0 }]);
  });

  it('has any id as it is', () => {
    const ids = ['A.b_c-1', `it's`, '"quoted"', 'back\\slash', 'ä 😀', 'null', '7'];
    for (const id of ids) store.upsertTask(id, 'x');
    assert.deepEqual(new Set(store.listQueue().map(({ id }) => id)), new Set(ids));
  });
});
