import assert from 'node:assert/strict';
import type { DevsEvent } from '../../../../../src/model/events/devsEvent';
import { loadSqlJs } from '../../../../../src/platform/state/database/loadSqlJs';
import { readMigrations } from '../../../../../src/platform/state/database/migrator';
import { openSqlStore } from '../../../../../src/platform/state/database/sqlStore';
import type { Store } from '../../../../../src/ports/store';
import { createMemoryStore, MIGRATIONS_DIR, WASM_FILE } from '../../../../support/memoryStore';
import { eventOf } from '../../../../support/sampleEvents';

const decided = (what: string): DevsEvent => eventOf('intervention', { what });

describe('the events that are never removed', () => {
  it('come oldest first, and only they', async () => {
    const store = await createMemoryStore();
    const all = [decided('skip'), eventOf('gate_triggered'), eventOf('baseline_measured')];
    for (const each of all) {
      store.addEvent(eventOf('turn_ended'));
      store.addEvent(each);
    }

    assert.deepEqual(store.listLastingEvents(), all);
  });

  it('are the same list until one is added', async () => {
    const store = await createMemoryStore();
    store.addEvent(decided('skip'));
    const before = store.listLastingEvents();
    store.addEvent(eventOf('turn_started'));

    assert.equal(store.listLastingEvents(), before);
    store.addEvent(decided('retry'));
    assert.deepEqual(store.listLastingEvents(), [decided('skip'), decided('retry')]);
    assert.deepEqual(before, [decided('skip')], 'a list that was given stays as it is');
  });

  it('do not contain what a transaction took back', async () => {
    const store = await createMemoryStore();
    const failed = (): void =>
      store.transaction(() => {
        store.addEvent(decided('skip'));
        assert.equal(store.listLastingEvents().length, 1);
        throw new Error('the disk is full');
      });

    assert.throws(failed, /disk is full/);
    assert.deepEqual(store.listLastingEvents(), []);
    store.addEvent(decided('retry'));
    assert.deepEqual(store.listLastingEvents(), [decided('retry')]);
  });

  it('do not contain what could not be written', async () => {
    let isFull = false;
    const store = openSqlStore({
      sqlJs: await loadSqlJs(WASM_FILE),
      migrations: readMigrations(MIGRATIONS_DIR),
      persist: () => {
        if (isFull) throw new Error('the disk is full');
      },
    });
    store.addEvent(decided('resume'));
    store.listLastingEvents();
    isFull = true;
    assert.throws(() => store.transaction(() => addAndList(store)), /disk is full/);
    isFull = false;

    assert.deepEqual(store.listLastingEvents(), [decided('resume')]);
  });
});

function addAndList(store: Store): void {
  store.addEvent(decided('skip'));
  assert.equal(store.listLastingEvents().length, 2);
}
