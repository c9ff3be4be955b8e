import assert from 'node:assert/strict';
import { EventJournal } from '../../../src/orchestration/eventJournal';
import { createMemoryStore } from '../../support/memoryStore';
import { steppingClock } from '../../support/scriptedRun';

describe('EventJournal', () => {
  let told: string[];
  let journal: EventJournal;

  beforeEach(async () => {
    told = [];
    journal = new EventJournal(await createMemoryStore(), steppingClock(), ({ event }) => {
      told.push(event);
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
});
