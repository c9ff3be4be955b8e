import assert from 'node:assert/strict';
import { readCourses } from '../../../../src/engine/history/readCourses';
import type { Store } from '../../../../src/ports/store';
import type { TurnEnd } from '../../../../src/model/turn/turn';
import { createMemoryStore } from '../../../support/memoryStore';
import { eventOf } from '../../../support/sampleEvents';

const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-01T00:01:00.000Z';
const END: TurnEnd = {
  ...{ outcome: 'no_progress', endedAt: AT, agentEnd: { kind: 'exit', code: 0 }, durationMs: 0 },
  ...{ replyHash: '', firstLines: '', strategy: '', stateAfter: '', changedFiles: [], reason: '' },
  ...{ entropyAfter: 1, consequence: 'none', transcript: '' },
};

function start(store: Store, number: number): string {
  const id = `turn-${number}`;
  store.startTurn({
    ...{ id, taskId: 'fix', countsOn: 'fix', number, strategyNumber: 1, agent: 'claude' },
    ...{ startedAt: AT, pivotDirective: 0, stateBefore: '' },
  });
  return id;
}

describe('the courses of a workspace', () => {
  let store: Store;
  beforeEach(async () => {
    store = await createMemoryStore();
    store.upsertTask('fix', 'Fix it');
  });

  it('are read once while only the steps of a running turn change', () => {
    const id = start(store, 1);
    const before = readCourses(store);
    store.putRunningSteps(id, { turn: 1, agent: 'claude', count: 3 });
    store.addEvent(eventOf('turn_started'));

    assert.equal(readCourses(store), before);
  });

  it('are read anew when a turn ended, one began and a human decided', () => {
    const first = start(store, 1);
    assert.equal(readCourses(store).newest('fix')?.turns.length, 0);
    store.endTurn(first, END);
    assert.equal(readCourses(store).newest('fix')?.turns.length, 1);
    const second = start(store, 2);
    assert.equal(readCourses(store).newest('fix')?.turns.length, 1);
    store.endTurn(second, END);
    assert.equal(readCourses(store).newest('fix')?.turns.length, 2);
    store.addEvent(eventOf('intervention', { what: 'skip' }, { taskId: 'fix', at: LATER }));
    assert.equal(readCourses(store).newest('fix')?.end.kind, 'left');
  });

  it('keep what a turn recorded besides', () => {
    const threshold = { value: 4, configured: 3, reason: 'as told' };
    store.endTurn(start(store, 1), { ...END, threshold, filesKept: true });
    const [turn] = readCourses(store).newest('fix')?.turns ?? [];

    assert.deepEqual(turn?.threshold, threshold);
    assert.equal(turn.filesKept, true);
  });
});
