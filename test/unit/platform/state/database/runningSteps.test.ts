import assert from 'node:assert/strict';
import type { RunningSteps } from '../../../../../src/model/steps/step';
import type { Store } from '../../../../../src/ports/store';
import { createKeptStore } from '../../../../support/memoryStore';
import { turnStart, TURN_END } from './samples';

const STEPS: RunningSteps = {
  turn: 1,
  agent: 'claude',
  count: 11,
  current: { number: 12, tool: 'Bash', call: 'npm test', startedAt: '2026-01-01T00:00:00.000Z' },
  suspicion: {
    ...{ step: 11, level: 'suspect', detector: 'repeated call', evidence: [8, 11] },
    ...{ count: 2, limit: 3, message: 'the same call gave the same result 2 times in a row' },
  },
};

describe('what the agent of a running turn does', () => {
  let store: Store;
  let kept: Awaited<ReturnType<typeof createKeptStore>>;

  beforeEach(async () => {
    kept = await createKeptStore();
    store = kept.store;
    store.upsertTask('a', 'A');
    store.startTurn(turnStart('a', 1));
  });

  it('is read as it was written last, by others too', async () => {
    store.putRunningSteps('a-1', { turn: 1, agent: 'claude', count: 1 });
    store.putRunningSteps('a-1', STEPS);
    assert.deepEqual(store.getRunningSteps('a-1'), STEPS);
    assert.equal(store.getRunningSteps('a-2'), undefined);
    const other = await createKeptStore(kept.bytes());
    assert.deepEqual(other.store.getRunningSteps('a-1'), STEPS);
  });

  it('is gone when it is cleared, and when the turn ends', () => {
    store.putRunningSteps('a-1', STEPS);
    store.putRunningSteps('a-1', undefined);
    assert.equal(store.getRunningSteps('a-1'), undefined);
    store.putRunningSteps('a-1', STEPS);
    store.endTurn('a-1', TURN_END);
    assert.equal(store.getRunningSteps('a-1'), undefined);
  });

  it('is not written again where nothing changed', () => {
    store.putRunningSteps('a-1', STEPS);
    const before = kept.bytes();
    store.putRunningSteps('a-1', STEPS);
    assert.equal(kept.bytes(), before);
  });
});
