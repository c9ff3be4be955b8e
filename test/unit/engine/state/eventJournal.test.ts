import assert from 'node:assert/strict';
import { EventJournal } from '../../../../src/engine/state/eventJournal';
import type { Store } from '../../../../src/ports/store';
import { createMemoryStore } from '../../../support/memoryStore';
import { steppingClock } from '../../../support/scriptedRun';
import { eventOf } from '../../../support/sampleEvents';

const STARTED = { event: 'run_started', data: { tasks: [] } } as const;
const ENDED = { event: 'run_ended', data: { kind: 'allDone' } } as const;

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
      journal.record(STARTED);
      journal.record(ENDED);
      assert.deepEqual(told, []);
    });
    assert.deepEqual(told, ['run_started', 'run_ended']);
  });

  it('keeps the order when a listener records further events in answer to one', () => {
    const order: string[] = [];
    const answering: EventJournal = new EventJournal(store, steppingClock(), ({ event }) => {
      order.push(event);
      if (event !== 'run_started') return;
      answering.transaction(() => {
        answering.record({ event: 'state_recovered', data: { message: '', damagedFile: '' } });
      });
    });
    answering.transaction(() => {
      answering.record(STARTED);
      answering.record(ENDED);
    });
    assert.deepEqual(order, ['run_started', 'run_ended', 'state_recovered']);
    assert.deepEqual(
      store.listEventsNamed(['run_started', 'run_ended', 'state_recovered']).map((e) => e.event),
      order,
    );
  });

  it('tells nothing of a transaction that failed, not even of one inside it that had ended', () => {
    assert.throws(() =>
      journal.transaction(() => {
        journal.transaction(() => journal.record(STARTED));
        throw new Error('the disk is full');
      }),
    );
    journal.transaction(() => journal.record(ENDED));
    assert.deepEqual(told, ['run_ended']);
  });

  it('masks secrets in what it stores and tells, however deep they lie', () => {
    const key = 'sk-ant-REDACTED';
    const failure = { turn: 3, agent_id: 'a', error_type: 'type', timestamp: '' };
    const { event, taskId, data } = eventOf('gate_triggered', {
      trigger_reason: `key ${key}`,
      turn: 3,
      failure_history: [{ ...failure, error_signature: `token=${key}` }],
      none: null,
    });
    journal.transaction(() => journal.record({ event, taskId, data }));
    assert.deepEqual(facts, [
      {
        ...data,
        trigger_reason: 'key sk-***',
        failure_history: [{ ...failure, error_signature: 'token=***' }],
      },
    ]);
    assert.deepEqual(store.listEvents(1)[0]?.data, facts[0]);
  });
});
