import assert from 'node:assert/strict';
import { CONTEXT_TOPICS } from '../../../../../src/model/task/contextEntry';
import type { Store } from '../../../../../src/ports/store';
import { createMemoryStore } from '../../../../support/memoryStore';
import { entryOf } from './attemptSamples';

describe('context entries in the store', () => {
  let store: Store;
  beforeEach(async () => {
    store = await createMemoryStore();
  });
  afterEach(() => store.close());

  const ids = (of: Parameters<Store['listContextEntries']>[0]): readonly string[] =>
    store.listContextEntries(of).map(({ id }) => id);
  const CLOSED = { at: '2026-01-01T00:05:00.000Z', why: 'the blockers are gone' };

  it('come back as they were written, newest first', () => {
    const { loop, ...without } = entryOf('z', { topic: 'loop_escalation' });
    assert.ok(loop);
    const written = [entryOf('y'), without, entryOf('x', { taskId: 'b', closed: CLOSED })];
    for (const entry of written) store.addContextEntry(entry);
    assert.deepEqual(store.listContextEntries({}), written.toReversed());
    assert.deepEqual(ids({ taskId: 'a' }), ['z', 'y']);
    assert.deepEqual(ids({ open: true }), ['z', 'y']);
    assert.deepEqual(ids({ taskId: 'b', open: true }), []);
    assert.deepEqual(ids({ limit: 2 }), ['x', 'z']);
    assert.deepEqual(ids({ taskId: 'a', open: true, limit: 1 }), ['z']);
    assert.deepEqual(ids({ taskId: 'nobody' }), []);
    assert.deepEqual(ids({ topic: 'loop_escalation' }), ['z']);
    assert.deepEqual(ids({ taskId: 'b', topic: 'loop_escalation' }), []);
    assert.deepEqual(ids({ taskId: 'a', topic: 'loop_escalation', open: true, limit: 1 }), ['z']);
  });

  it('are closed once, and nothing else of them ever changes', () => {
    for (const id of ['x', 'y']) store.addContextEntry(entryOf(id));
    store.closeContextEntry('x', CLOSED);
    store.closeContextEntry('x', { at: '2027-01-01T00:00:00.000Z', why: 'again' });
    store.closeContextEntry('nobody', CLOSED);
    assert.deepEqual(store.listContextEntries({}), [
      entryOf('y'),
      { ...entryOf('x'), closed: CLOSED },
    ]);
    assert.throws(() => store.addContextEntry(entryOf('x')), /UNIQUE/);
  });

  it('have one of the topics of the document', () => {
    for (const topic of CONTEXT_TOPICS) store.addContextEntry(entryOf(topic, { topic }));
    assert.throws(
      () => store.addContextEntry(entryOf('x', { topic: 'gossip' as 'loop_recovery' })),
      /CHECK/,
    );
  });

  it('are forgotten only when they are closed', () => {
    for (const id of ['x', 'y', 'z']) store.addContextEntry(entryOf(id));
    store.closeContextEntry('x', CLOSED);
    store.closeContextEntry('z', CLOSED);
    store.forgetContextEntries(['x', 'y', 'nobody']);
    assert.deepEqual(ids({}), ['z', 'y']);
  });

  it('are undone with the transaction', () => {
    store.addContextEntry(entryOf('x'));
    assert.throws(() =>
      store.transaction(() => {
        store.closeContextEntry('x', CLOSED);
        store.addContextEntry(entryOf('y'));
        store.forgetContextEntries(['x']);
        throw new Error('no');
      }),
    );
    assert.deepEqual(store.listContextEntries({}), [entryOf('x')]);
  });
});
