import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SqlJsStatic } from 'sql.js';
import { loadSqlJs } from '../../../../../src/platform/state/database/loadSqlJs';
import {
  migrate,
  readMigrations,
  schemaVersion,
} from '../../../../../src/platform/state/database/migrator';
import { SqlDatabase } from '../../../../../src/platform/state/database/sqlDatabase';
import { MIGRATIONS_DIR, WASM_FILE } from '../../../../support/memoryStore';

describe('migrations', () => {
  let sqlJs: SqlJsStatic;
  let folder: string;
  let db: SqlDatabase;
  before(async () => {
    sqlJs = await loadSqlJs(WASM_FILE);
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'devs-migrations-'));
    db = new SqlDatabase(sqlJs);
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  const files = (...names: readonly string[]): void => {
    for (const name of names)
      writeFileSync(join(folder, name), `CREATE TABLE t${name.slice(0, 4)} (x);`);
  };
  const names = (kind: string): readonly unknown[] =>
    db
      .all('SELECT name FROM sqlite_master WHERE type = ? ORDER BY name', [kind])
      .map((row) => row['name']);

  it('bring a new database to the newest version, one by one', () => {
    const migrations = readMigrations(MIGRATIONS_DIR);
    for (const [index] of migrations.entries()) {
      assert.equal(migrate(db, migrations.slice(0, index + 1)), 1);
      assert.equal(schemaVersion(db), index + 1);
    }
    assert.equal(migrate(db, migrations), 0);
  });

  it('make the tables, columns and the index that the source documents name', () => {
    migrate(db, readMigrations(MIGRATIONS_DIR));
    assert.deepEqual(names('table'), [
      'abandoned',
      'accepted_changes',
      'attempts',
      'baselines',
      'context_entries',
      'dismissed_findings',
      'event_blocks',
      'events',
      'hints',
      'hops',
      'landings',
      'lessons',
      'original_files',
      'permission_grants',
      'reports',
      'review_comments',
      'rewinds',
      'run_state',
      'running_calls',
      'running_steps',
      'sqlite_sequence',
      'strategy_pivots',
      'task_failures',
      'tasks',
      'turn_counts',
      'turn_segments',
      'turns',
      'usage_limits',
      'verify_artefacts',
    ]);
    assert.ok(names('index').includes('idx_pivots_task'));
    const columns = (table: string): readonly unknown[] =>
      db.all('SELECT name FROM pragma_table_info(?)', [table]).map((row) => row['name']);
    assert.deepEqual(columns('strategy_pivots'), [
      'id',
      'task_id',
      'pivot_count',
      'entropy_count_at_trigger',
      'triggered_at',
      'files',
    ]);
    assert.deepEqual(columns('task_failures'), [
      'task_id',
      'failure_count',
      'last_error',
      'failed_strategies',
    ]);
    for (const column of ['entropy_count', 'pivot_count', 'last_response_hash']) {
      assert.ok(columns('tasks').includes(column), column);
    }
  });

  it('keep the usage limits that waiting tasks of an older version met', () => {
    const migrations = readMigrations(MIGRATIONS_DIR);
    migrate(db, migrations.slice(0, 22));
    const [soon, later] = ['2026-01-01T02:00:00.000Z', '2026-01-01T05:00:00.000Z'];
    const met = (id: string, until: string, waits: string, facts: object): void => {
      const task = `INSERT INTO tasks (id, title, waiting_until) VALUES (?, ?, ?)`;
      db.run(task, [id, id, waits]);
      const event = `INSERT INTO events (at, event, task_id, data) VALUES ('2026-01-01T00:00:00.000Z', 'retry_scheduled', ?, ?)`;
      db.run(event, [id, JSON.stringify({ until, ...facts })]);
    };
    const limit = { agent: 'claude', external: 'rate_limit' };
    met('a', later, later, limit);
    met('b', soon, soon, limit);
    met('ended', later, soon, { ...limit, agent: 'codex' });
    met('outage', soon, soon, { agent: 'codex', external: 'outage' });
    met('roles', soon, soon, { external: 'rate_limit' });
    migrate(db, migrations);
    assert.deepEqual(db.all('SELECT * FROM usage_limits'), [
      {
        ...{ agent: 'claude', until: later, since: '2026-01-01T00:00:00.000Z' },
        ...{ task_id: 'a', unusable: null },
      },
    ]);
  });

  it('keep the database from ending a turn twice, and from other run states', () => {
    migrate(db, readMigrations(MIGRATIONS_DIR));
    db.script(`
      INSERT INTO turns (id, task_id, counts_on, number, strategy_number, agent, started_at,
        pivot_directive, state_before, outcome, ended_at)
      VALUES ('t', 'a', 'a', 1, 1, 'x', '1', 0, 's', 'success', '2')`);
    assert.throws(() => db.script(`UPDATE turns SET reason = 'x'`), /already ended/);
    assert.throws(() => db.script(`UPDATE run_state SET status = 'running'`), /CHECK/);
    assert.throws(
      () => db.script(`INSERT INTO run_state (id, status) VALUES (2, 'IDLE')`),
      /CHECK/,
    );
  });

  it('find the newest turns and attempts of a task by an index', () => {
    migrate(db, readMigrations(MIGRATIONS_DIR));
    const plan = (sql: string): string =>
      db
        .all(`EXPLAIN QUERY PLAN ${sql}`)
        .map((row) => String(row['detail']))
        .join('\n');
    assert.match(
      plan(`SELECT * FROM turns WHERE counts_on = 'a' ORDER BY number DESC LIMIT 5`),
      /^SEARCH turns USING INDEX \S+ \(counts_on=\?\)$/,
    );
    assert.match(
      plan(
        `SELECT * FROM attempts WHERE number > 5 AND task_id = 'a' ORDER BY number DESC LIMIT 5`,
      ),
      /^SEARCH attempts USING INDEX idx_attempts_task \(task_id=\? AND number>\?\)$/,
    );
    assert.match(
      plan(`UPDATE turns SET reason = 'x' WHERE id = 'a' AND outcome = 'running'`),
      /^SEARCH turns USING INDEX idx_turns_running \(id=\?\)$/,
    );
  });

  it('are refused with a gap, a duplicate, no number or an empty folder', () => {
    assert.throws(() => readMigrations(folder), /no migrations/);
    files('0001_one.sql', '0003_three.sql');
    assert.throws(() => readMigrations(folder), /0003_three\.sql .* number 2 must come here/);
    files('0002_two.sql', '0002_too.sql');
    assert.throws(() => readMigrations(folder), /0002_two\.sql .* out of order/);
    rmSync(join(folder, '0002_too.sql'));
    assert.equal(readMigrations(folder).length, 3);
    files('last.sql');
    assert.throws(() => readMigrations(folder), /last\.sql .* out of order/);
  });

  it('are refused by a newer database, which stays as it is', () => {
    files('0001_one.sql', '0002_two.sql');
    migrate(db, readMigrations(folder));
    rmSync(join(folder, '0002_two.sql'));
    const before = db.bytes();
    assert.throws(() => migrate(db, readMigrations(folder)), /newer version of Devs/);
    assert.deepEqual(db.bytes(), before);
  });

  it('are undone as a whole when one fails', () => {
    files('0001_one.sql');
    writeFileSync(join(folder, '0002_two.sql'), 'CREATE TABLE two (x); CREATE TABLE t0001 (x);');
    assert.throws(() => migrate(db, readMigrations(folder)), /0002_two\.sql failed: .*t0001/);
    assert.equal(schemaVersion(db), 1);
    assert.deepEqual(names('table'), ['t0001']);
  });
});
