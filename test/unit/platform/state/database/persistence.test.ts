import assert from 'node:assert/strict';
import type { SqlJsStatic } from 'sql.js';
import { UnusableDatabase } from '../../../../../src/platform/state/database/unusableDatabase';
import { loadSqlJs } from '../../../../../src/platform/state/database/loadSqlJs';
import { readMigrations } from '../../../../../src/platform/state/database/migrator';
import { SqlDatabase } from '../../../../../src/platform/state/database/sqlDatabase';
import { openSqlReader, openSqlStore } from '../../../../../src/platform/state/database/sqlStore';
import type { Store } from '../../../../../src/ports/store';
import { MIGRATIONS_DIR, WASM_FILE } from '../../../../support/memoryStore';

describe('what the store persists', () => {
  const migrations = readMigrations(MIGRATIONS_DIR);
  let sqlJs: SqlJsStatic;
  let disk: Uint8Array[];
  let failing: Error | undefined;
  let store: Store;
  const persist = (bytes: Uint8Array): void => {
    if (failing !== undefined) throw failing;
    disk.push(bytes);
  };
  const saved = (): Uint8Array => disk.at(-1) ?? new Uint8Array();

  before(async () => {
    sqlJs = await loadSqlJs(WASM_FILE);
  });
  beforeEach(() => {
    disk = [];
    failing = undefined;
    store = openSqlStore({ sqlJs, migrations, persist });
    store.upsertTask('a', 'A');
  });
  afterEach(() => store.close());

  it('is the whole content, once for each transaction', () => {
    const writes = disk.length;
    store.transaction(() => {
      store.incrementEntropyCount('a');
      store.addHint('a', 'try the other way', '1');
      assert.equal(disk.length, writes);
    });
    assert.equal(disk.length, writes + 1);
    const { reader } = openSqlReader({ sqlJs, migrations, bytes: saved() });
    assert.equal(reader.getTask('a')?.entropyCount, 1);
    assert.deepEqual(reader.listHints('a'), ['try the other way']);
  });

  it('is nothing for a transaction that changed nothing', () => {
    const writes = disk.length;
    store.transaction(() => store.getTask('a'));
    store.upsertTask('a', 'A');
    store.setRunStatus('IDLE');
    assert.equal(disk.length, writes);
  });

  it('is also what memory goes back to when writing fails', () => {
    store.incrementEntropyCount('a');
    failing = new Error('no space');
    assert.throws(() => store.incrementEntropyCount('a'), /^Error: no space$/);
    assert.equal(store.getTask('a')?.entropyCount, 1);
    failing = undefined;
    assert.equal(store.incrementEntropyCount('a'), 2);
    const { reader } = openSqlReader({ sqlJs, migrations, bytes: saved() });
    assert.equal(reader.getTask('a')?.entropyCount, 2);
  });

  it('is also what memory goes back to when the first write after opening fails', () => {
    // A file is read as a Buffer.
    const opened = openSqlStore({ sqlJs, migrations, bytes: Buffer.from(saved()), persist });
    failing = new Error('no space');
    assert.throws(() => opened.incrementEntropyCount('a'), /^Error: no space$/);
    assert.equal(opened.getTask('a')?.entropyCount, 0);
    opened.close();
  });

  it('includes the migrations of an older database', () => {
    openSqlStore({ sqlJs, migrations: migrations.slice(0, 3), persist }).close();
    const bytes = saved();
    openSqlReader({ sqlJs, migrations, bytes });
    const writes = disk.length;
    openSqlStore({ sqlJs, migrations, bytes, persist }).close();
    assert.equal(disk.length, writes + 1);
    openSqlStore({ sqlJs, migrations, bytes: saved(), persist }).close();
    assert.equal(disk.length, writes + 1);
  });

  it('stays readable through a reader that was retired', () => {
    const opened = openSqlReader({ sqlJs, migrations, bytes: saved() });
    opened.retire();
    opened.retire();
    assert.equal(opened.reader.getTask('a')?.title, 'A');
    assert.equal(opened.reader.listTasks().length, 1);
  });

  const refused = (bytes: Uint8Array, message: RegExp): void => {
    const writes = disk.length;
    const isRefusal = (error: unknown): boolean =>
      error instanceof UnusableDatabase && message.test(error.message);
    assert.throws(() => openSqlStore({ sqlJs, migrations, bytes, persist }), isRefusal);
    assert.equal(disk.length, writes);
  };

  it('is refused when it is no database', () => {
    refused(new Uint8Array(), /not a database/);
    refused(Buffer.from('SQLite'), /not a database/);
    refused(Buffer.alloc(5_000, 'x'), /not a database/);
  });

  it('is refused when it was cut off', () => {
    refused(saved().slice(0, -1), /damaged: \d+ bytes long instead of \d+/);
    refused(saved().slice(0, 16_384), /damaged/);
  });

  it('is refused when its inside was overwritten', () => {
    refused(saved().slice().fill(0x41, 16_384, 32_768), /damaged: /);
  });

  it('is refused when somebody else wrote it', () => {
    const foreign = new SqlDatabase(sqlJs);
    foreign.script('CREATE TABLE tasks (x)');
    refused(foreign.bytes(), /not one that Devs wrote/);
    foreign.close();
  });

  it('is refused when a newer version wrote it', () => {
    const newer = new SqlDatabase(sqlJs, saved());
    newer.script('PRAGMA user_version = 99');
    refused(newer.bytes(), /newer version of Devs \(schema 99, this one knows \d+ at most\)/);
    newer.close();
  });
});
