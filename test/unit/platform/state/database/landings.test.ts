import assert from 'node:assert/strict';
import type { LandingRecord } from '../../../../../src/model/landing/landing';
import type { LandingFilter } from '../../../../../src/ports/store';
import { createMemoryStore } from '../../../../support/memoryStore';

describe('landings in the state', () => {
  it('are in the order in which they were recorded, also after the clock was set back', async () => {
    const store = await createMemoryStore();
    const add = (turnId: string, at: string, status: LandingRecord['status'] = 'done'): void =>
      store.addLanding({
        ...{
          turnId,
          taskId: turnId === 'm' ? 'other' : 'fix',
          at,
          mode: 'files',
          files: { from: 'from', to: 'to' },
        },
        ...{ paths: ['a'], success: { reason: '', unverified: false }, status },
      });
    add('z', '2026-11-21T12:00:00.000Z');
    add('m', '2026-11-21T11:00:00.000Z');
    add('a', '2026-11-21T11:00:00.000Z');
    add('b', '2026-11-20T00:00:00.000Z', 'applying');
    const ids = (of?: LandingFilter): readonly string[] =>
      store.listLandings(of).map(({ turnId }) => turnId);
    assert.deepEqual(ids(), ['z', 'm', 'a', 'b']);
    assert.deepEqual(ids({ status: 'done' }), ['z', 'm', 'a']);
    assert.deepEqual(ids({ taskId: 'fix' }), ['z', 'a', 'b']);
    assert.deepEqual(ids({ taskId: 'fix', status: 'applying' }), ['b']);
    store.removeLanding('b');
    add('c', '2026-11-19T00:00:00.000Z');
    assert.deepEqual(ids(), ['z', 'm', 'a', 'c']);
    assert.throws(() => add('c', '2026-11-19T00:00:00.000Z'));
  });
});
