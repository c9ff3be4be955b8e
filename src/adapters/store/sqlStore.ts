import type { SqlJsStatic } from 'sql.js';
import type { Store, StoreReader } from '../../ports/store';
import { readFailures, writeFailures } from './failureTable';
import { readHistory, writeHistory } from './historyTable';
import { assertIntact, assertOurs } from './databaseCheck';
import { migrate, type Migration } from './migrator';
import { readRewinds, writeRewinds } from './rewindTable';
import { SqlDatabase } from './sqlDatabase';
import { readTasks, writeTasks } from './taskTable';
import { Transactions, type Persist, type Saving } from './transactions';
import { readTurns, writeTurns } from './turnTable';

export interface SqlStoreOptions {
  readonly sqlJs: SqlJsStatic;
  readonly migrations: readonly Migration[];
  /** Content of the database file; absent for a new database. */
  readonly bytes?: Uint8Array;
  /** Absent: the content lives in memory alone. */
  readonly persist?: Persist;
}

/**
 * A store over an in-memory database that hands its whole content to `persist` at the end of each
 * transaction. Missing migrations are applied and persisted first. Throws `UnusableDatabase` for bytes that
 * are no intact database of ours or a newer one, having written nothing, and passes on what `persist`
 * throws.
 */
export function openSqlStore(options: SqlStoreOptions): Store {
  const { sqlJs, migrations, bytes } = options;
  if (bytes !== undefined) assertOurs(bytes, migrations.length);
  const db = new SqlDatabase(sqlJs, bytes);
  try {
    assertIntact(db);
    const transactions = new Transactions(db, migrateAndSave(db, options));
    return {
      ...reading(db),
      ...eachInTransaction(writing(db), transactions),
      transaction: (work) => transactions.run(work),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

export interface RetirableReader {
  readonly reader: StoreReader;
  /** Gives its memory free; `reader` stays usable, only slower. */
  retire(): void;
}

/**
 * A reader over the content of a database file, brought to the newest version in memory only. Throws
 * `UnusableDatabase` for bytes that are no intact database of ours or a newer one.
 */
export function openSqlReader(options: Omit<SqlStoreOptions, 'persist'>): RetirableReader {
  const { sqlJs, migrations, bytes } = options;
  if (bytes !== undefined) assertOurs(bytes, migrations.length);
  const db = new SqlDatabase(sqlJs, bytes);
  try {
    assertIntact(db);
    migrate(db, migrations);
    return { reader: reading(db), retire: () => db.retire() };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Applies what is missing and writes it; returns how to go on writing. */
function migrateAndSave(
  db: SqlDatabase,
  { migrations, bytes, persist }: SqlStoreOptions,
): Saving | undefined {
  const applied = migrate(db, migrations);
  if (persist === undefined) return undefined;
  if (applied === 0 && bytes !== undefined) return { persist, saved: bytes };
  const saved = db.bytes();
  persist(saved);
  return { persist, saved };
}

function reading(db: SqlDatabase): StoreReader {
  return {
    ...readTasks(db),
    ...readTurns(db),
    ...readFailures(db),
    ...readHistory(db),
    ...readRewinds(db),
  };
}

type Writing = Omit<Store, keyof StoreReader | 'transaction' | 'close'>;

function writing(db: SqlDatabase): Writing {
  return {
    ...writeTasks(db),
    ...writeTurns(db),
    ...writeFailures(db),
    ...writeHistory(db),
    ...writeRewinds(db),
  };
}

/** Each single call commits by itself, or joins the transaction that is open. */
function eachInTransaction(methods: Writing, transactions: Transactions): Writing {
  const wrapped = Object.entries(methods).map(([name, method]) => [
    name,
    (...args: unknown[]) =>
      transactions.write(() => (method as (...args: unknown[]) => unknown)(...args)),
  ]);
  return Object.fromEntries(wrapped) as Writing;
}
