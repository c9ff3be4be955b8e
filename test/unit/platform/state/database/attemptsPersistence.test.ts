import assert from 'node:assert/strict';
import type { SqlJsStatic } from 'sql.js';
import { loadSqlJs } from '../../../../../src/platform/state/database/loadSqlJs';
import { readMigrations } from '../../../../../src/platform/state/database/migrator';
import { SqlDatabase } from '../../../../../src/platform/state/database/sqlDatabase';
import { openSqlReader, openSqlStore } from '../../../../../src/platform/state/database/sqlStore';
import { UnusableDatabase } from '../../../../../src/platform/state/database/unusableDatabase';
import type { Store } from '../../../../../src/ports/store';
import { MIGRATIONS_DIR, WASM_FILE } from '../../../../support/memoryStore';
import { attemptOf, entryOf, lessonOf } from './attemptSamples';

/** The last version without attempts. */
const BEFORE = 9;
const CLOSED = { at: '2026-01-01T00:05:00.000Z', why: 'the blockers are gone' };

describe('attempts, context entries and lessons on disk', () => {
  const migrations = readMigrations(MIGRATIONS_DIR);
  let sqlJs: SqlJsStatic;
  let saved: Uint8Array;
  const persist = (bytes: Uint8Array): void => {
    saved = bytes;
  };
  const open = (bytes?: Uint8Array): Store =>
    openSqlStore({ sqlJs, migrations, persist, ...(bytes === undefined ? {} : { bytes }) });

  before(async () => {
    sqlJs = await loadSqlJs(WASM_FILE);
  });

  /** What a store wrote, after `change` was made to it with SQL. */
  const changed = (bytes: Uint8Array, change: string): Uint8Array => {
    const db = new SqlDatabase(sqlJs, bytes);
    try {
      db.script(change);
      return db.bytes();
    } finally {
      db.close();
    }
  };

  const filled = (): Uint8Array => {
    const store = open();
    store.transaction(() => {
      for (const id of ['a', 'b']) store.upsertTask(id, id);
      for (const taskId of ['a', 'b', 'a']) store.addAttempt(attemptOf(taskId));
      store.updateTask('a', { attemptsBefore: 1, queuedAt: 3 });
      store.addContextEntry(entryOf('entry'));
      store.closeContextEntry('entry', CLOSED);
      store.addLesson(lessonOf('lesson'));
    });
    store.close();
    return saved;
  };

  it('are there again after a restart, and the next number is the next', () => {
    const store = open(filled());
    assert.deepEqual(
      store.listAttempts({}).map(({ number, taskId }) => [number, taskId]),
      [
        [1, 'a'],
        [2, 'b'],
        [3, 'a'],
      ],
    );
    assert.deepEqual(store.listContextEntries({}), [{ ...entryOf('entry'), closed: CLOSED }]);
    assert.deepEqual(store.listLessons(), [lessonOf('lesson')]);
    const { attemptsBefore, queuedAt } = store.getTask('a') ?? {};
    assert.deepEqual([attemptsBefore, queuedAt], [1, 3]);
    store.forgetAttempts([3]);
    store.close();
    const again = open(saved);
    assert.equal(again.newestAttempt(), 3);
    assert.equal(again.addAttempt(attemptOf('b')), 4);
    again.close();
  });

  describe('of a database that knew none of them', () => {
    /** As the version before wrote it, with a task, a turn and an event. */
    const old = (): Uint8Array => {
      openSqlStore({ sqlJs, migrations: migrations.slice(0, BEFORE), persist }).close();
      return changed(
        saved,
        `INSERT INTO tasks (id, title, status, entropy_count) VALUES ('a', 'Task A', 'blocked', 2);
         INSERT INTO turns (id, task_id, counts_on, number, strategy_number, agent, started_at,
           pivot_directive, state_before, outcome)
         VALUES ('t', 'a', 'a', 1, 1, 'claude', '2026-01-01T00:00:00.000Z', 0, 's', 'running');
         INSERT INTO events (at, event, task_id, data) VALUES ('1', 'loop_detected', 'a',
           '{"level":"stuck","detector":"entropy","evidence":[1,2,3],"message":"m"}')`,
      );
    };

    it('begin empty, and what was there stays', () => {
      const store = open(old());
      const task = store.getTask('a');
      assert.deepEqual(
        [task?.title, task?.status, task?.entropyCount, task?.attemptsBefore, task?.queuedAt],
        ['Task A', 'blocked', 2, 0, 0],
      );
      assert.deepEqual(store.listAttempts({}), []);
      assert.equal(store.newestAttempt(), 0);
      assert.equal(store.listRunningTurns().length, 1);
      assert.equal(store.listEventsNamed(['loop_detected']).length, 1);
      assert.equal(store.addAttempt(attemptOf('a')), 1);
      store.close();
      const again = open(saved);
      assert.equal(again.listAttempts({ taskId: 'a' }).length, 1);
      again.close();
    });

    it('can be read without being written', () => {
      const bytes = old();
      const untouched = bytes.slice();
      const { reader } = openSqlReader({ sqlJs, migrations, bytes });
      assert.deepEqual(reader.listQueue(), [{ id: 'a', status: 'blocked', queuedAt: 0 }]);
      assert.deepEqual(reader.countAttempts(), []);
      assert.deepEqual(reader.listAttemptTimes(), []);
      assert.deepEqual(reader.listContextEntries({ open: true }), []);
      assert.deepEqual(reader.listLessons(), []);
      assert.deepEqual(bytes, untouched);
    });
  });

  const DAMAGE: readonly string[] = [
    `UPDATE attempts SET blockers = 'no list' WHERE number = 2`,
    `UPDATE attempts SET blockers = '{"0":"a"}'`,
    `UPDATE attempts SET completed_work = '[1]'`,
    `UPDATE attempts SET completed_work = x'00ff'`,
    `UPDATE attempts SET at = x'35'`,
    `UPDATE attempts SET counted = 'yes'`,
    `UPDATE attempts SET last_turn = NULL`,
    `UPDATE attempts SET task_id = x'61'`,
    `UPDATE context_entries SET loop = '{'`,
    `UPDATE context_entries SET attempt = 'first'`,
    `UPDATE context_entries SET content = x'61'`,
    `UPDATE lessons SET failure = ''`,
    `UPDATE lessons SET helped = 'often'`,
    `UPDATE tasks SET queued_at = 'soon'`,
    `UPDATE tasks SET attempts_before = x'01'`,
  ];
  for (const sql of DAMAGE)
    it(`are damaged after ${sql}`, () => {
      const bytes = changed(filled(), sql);
      const isDamage = (error: unknown): boolean =>
        error instanceof UnusableDatabase && error.kind === 'damaged';
      assert.throws(() => open(bytes), isDamage);
      assert.throws(() => openSqlReader({ sqlJs, migrations, bytes }), isDamage);
    });
});
