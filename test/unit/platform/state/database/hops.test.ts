import assert from 'node:assert/strict';
import type { Hop } from '../../../../../src/model/hops/hop';
import { MAX_KEPT_HOPS } from '../../../../../src/model/hops/hop';
import { hasEnded, type TurnEnd } from '../../../../../src/model/turn/turn';
import type { Store } from '../../../../../src/ports/store';
import { createMemoryStore } from '../../../../support/memoryStore';
import { turnStart, TURN_END } from './samples';

function hop(number: number, change: Partial<Hop> = {}): Hop {
  return {
    number,
    kind: 'edge',
    from: 'planner',
    to: 'coder',
    reason: 'why',
    request: 'do it',
    outcome: 'running',
    answer: '',
    startedAt: '2026-01-01T00:00:00.000Z',
    transcript: '',
    ...change,
  };
}

function withoutHops(end: TurnEnd): TurnEnd {
  const parts = Object.entries(end).filter(([key]) => key !== 'hops' && key !== 'hopCount');
  return Object.fromEntries(parts) as unknown as TurnEnd;
}

describe('hops of a turn', () => {
  let store: Store;
  const plainEnd = withoutHops(TURN_END);

  beforeEach(async () => {
    store = await createMemoryStore();
    store.upsertTask('a', 'A');
    store.startTurn(turnStart('a', 1));
  });

  it('are read in their order while it runs, a later version instead of an earlier one', () => {
    store.putHop('a-1', hop(2));
    store.putHop('a-1', hop(1));
    store.putHop('a-1', hop(1, { outcome: 'answered', answer: 'done' }));
    assert.deepEqual(store.listHops('a-1'), [
      hop(1, { outcome: 'answered', answer: 'done' }),
      hop(2),
    ]);
    assert.deepEqual(store.listHops('a-2'), []);
  });

  it('stand in the turn once it has ended, the newest of very many', () => {
    const count = MAX_KEPT_HOPS + 20;
    for (let number = 1; number <= count; number += 1) store.putHop('a-1', hop(number));
    store.endTurn('a-1', plainEnd);
    const [turn] = store.listTurns('a');
    assert.ok(turn !== undefined && hasEnded(turn));
    assert.equal(turn.hopCount, count);
    assert.deepEqual([turn.hops?.length, turn.hops?.at(-1)?.number], [MAX_KEPT_HOPS, count]);
    assert.deepEqual(store.listHops('a-1'), []);
    assert.equal(store.listTurnSummaries()[0]?.hopCount, count);
  });

  it('are none for a turn without', () => {
    store.endTurn('a-1', plainEnd);
    const [turn] = store.listTurns('a');
    assert.ok(turn !== undefined && hasEnded(turn));
    assert.equal('hops' in turn, false);
  });
});
