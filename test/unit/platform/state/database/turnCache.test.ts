import assert from 'node:assert/strict';
import type { Store } from '../../../../../src/ports/store';
import { createMemoryStore } from '../../../../support/memoryStore';
import { turnStart, TURN_END } from './samples';

describe('turns that were read before', () => {
  let store: Store;

  beforeEach(async () => {
    store = await createMemoryStore();
    store.upsertTask('a', 'A');
    for (const number of [1, 2, 3]) {
      store.startTurn({ ...turnStart('a', number), checkpointBefore: `before ${number}` });
      store.endTurn(`a-${number}`, TURN_END);
    }
  });

  it('are not read again, whatever else is written', () => {
    const before = store.listTurns('a');
    const summaries = store.listTurnSummaries();
    store.startTurn(turnStart('a', 4));
    for (const [at, turn] of before.entries()) {
      assert.equal(store.listTurns('a')[at], turn);
      assert.equal(store.listTurns('a', 2).includes(turn), at === 2);
      assert.equal(store.listTurnSummaries()[at], summaries[at]);
    }
  });

  it('are read again where they ended, lost their checkpoints or their contents', () => {
    store.startTurn(turnStart('a', 4));
    assert.equal(store.listTurns('a')[3]?.outcome, 'running');
    store.endTurn('a-4', TURN_END);
    assert.equal(store.listTurns('a')[3]?.outcome, TURN_END.outcome);
    assert.notEqual(store.listTurns('a')[0]?.checkpointBefore, undefined);
    store.clearContents(['a-1']);
    assert.notEqual(store.listTurns('a')[0]?.fileListBefore, undefined);
    store.clearCheckpoints(['a-1']);
    assert.equal(store.listTurns('a')[0]?.fileListBefore, undefined);
    assert.equal(store.listTurns('a')[0]?.checkpointBefore, undefined);
  });

  it('are gone where they were forgotten', () => {
    const kept = store.listTurns('a')[2];
    store.forgetTurns(['a-1', 'a-2']);
    assert.deepEqual(store.listTurns('a'), [kept]);
    assert.equal(store.listTurnSummaries().length, 1);
  });

  it('are as before where a write was taken back', () => {
    const before = store.listTurns('a');
    assert.throws(() =>
      store.transaction(() => {
        store.clearCheckpoints(['a-1']);
        store.startTurn(turnStart('a', 4));
        assert.equal(store.listTurns('a').length, 4);
        throw new Error('no');
      }),
    );
    assert.deepEqual(store.listTurns('a'), before);
  });
});
