import assert from 'node:assert/strict';
import { EventJournal } from '../../../src/orchestration/eventJournal';
import type { Store } from '../../../src/ports/store';
import { createMemoryStore } from '../../support/memoryStore';
import { steppingClock } from '../../support/scriptedRun';

describe('EventJournal', () => {
  let told: string[];
  let facts: unknown[];
  let store: Store;
  let journal: EventJournal;

  beforeEach(async () => {
    told = [];
    facts = [];
    store = await createMemoryStore();
    journal = new EventJournal(store, steppingClock(), ({ event, data }) => {
      told.push(event);
      facts.push(data);
    });
  });

  it('tells an event after its transaction, in order', () => {
    journal.transaction(() => {
      journal.record({ event: 'run_started' });
      journal.record({ event: 'run_ended' });
      assert.deepEqual(told, []);
    });
    assert.deepEqual(told, ['run_started', 'run_ended']);
  });

  it('tells nothing of a transaction that failed, not even of one inside it that had ended', () => {
    assert.throws(() =>
      journal.transaction(() => {
        journal.transaction(() => journal.record({ event: 'run_started' }));
        throw new Error('the disk is full');
      }),
    );
    journal.transaction(() => journal.record({ event: 'run_ended' }));
    assert.deepEqual(told, ['run_ended']);
  });

  it('masks secrets in what it stores and tells, however deep they lie', () => {
    const key = 'sk-ant-REDACTED';
    const data = {
      reason: `key ${key}`,
      turn: 3,
      history: [{ error: `token=${key}` }],
      none: null,
    };
    journal.transaction(() => journal.record({ event: 'gate_triggered', taskId: 'fix', data }));
    assert.deepEqual(facts, [
      { reason: 'key sk-***', turn: 3, history: [{ error: 'token=***' }], none: null },
    ]);
    assert.deepEqual(store.listEvents(1)[0]?.data, facts[0]);
  });
});
