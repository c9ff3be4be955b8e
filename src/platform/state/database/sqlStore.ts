import type { SqlJsStatic } from 'sql.js';
import type { Store, StoreReader } from '../../../ports/store';
import { readAttempts, writeAttempts } from './attemptTable';
import { readContextEntries, writeContextEntries } from './contextEntryTable';
import { readFailures, writeFailures } from './failureTable';
import { readHops, writeHops } from './hopTable';
import { readHistory, writeHistory } from './historyTable';
import { checkOurs, openUnsealed } from './databaseCheck';
import { writeForgetting } from './forgetting';
import { readLessons, writeLessons } from './lessonTable';
import { lostTurnsNotice } from './lostTurnsNotice';
import { migrate, type Migration } from './migrator';
import { assertReadable } from './readEverything';
import { readRewinds, writeRewinds } from './rewindTable';
import { readRunningSteps, writeRunningSteps } from './runningStepsTable';
import type { SegmentCache } from './segmentCache';
import { SqlDatabase } from './sqlDatabase';
import { readTaskFacts } from './taskFactsTable';
import { readTasks, writeTasks } from './taskTable';
import { Transactions, type Persist, type Saving } from './transactions';
import { TurnArchive } from './turnArchive';
import { readTurns, writeTurns } from './turnTable';
import { Upkeep } from './upkeep';

export interface SqlStoreOptions {
  readonly sqlJs: SqlJsStatic;
  readonly migrations: readonly Migration[];
  /** Content of the database file, with its seal if it has one; absent for a new database. */
  readonly bytes?: Uint8Array;
  /** Where old turns lie; absent: all stay in the database. */
  readonly segments?: SegmentCache;
  /** Absent: the content lives in memory alone. */
  readonly persist?: Persist;
  /** Writes what is to be part of the very first thing that is persisted. */
  readonly prepare?: Preparing;
}

export type Preparing = (store: StoreReader & Pick<Store, 'addEvent'>) => void;

/**
 * A store over an in-memory database that hands its whole content to `persist` at the end of each
 * transaction. Missing migrations are applied and persisted first. Throws `UnusableDatabase` for bytes that
 * are no intact database of ours or a newer one, having written nothing, and passes on what `persist`
 * throws.
 */
export function openSqlStore(options: SqlStoreOptions): Store {
  const opened = openDatabase(options);
  const { db, archive } = opened;
  try {
    options.prepare?.({ ...reading(db, archive, () => undefined), ...writeHistory(db) });
    const transactions = new Transactions(db, saving(opened, options));
    const upkeep = new Upkeep(db, archive, transactions);
    transactions.onCommitted = () => upkeep.run();
    upkeep.run();
    return {
      ...reading(db, archive, () => upkeep.problem),
      ...eachInTransaction(writing(db, archive), transactions),
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
  /** Whether segments that it names are gone: a newer file may name others. */
  lacksSegments(): boolean;
  /** Gives its memory free; `reader` stays usable, only slower. */
  retire(): void;
}

/**
 * A reader over the content of a database file, brought to the newest version in memory only. Throws
 * `UnusableDatabase` for bytes that are no intact database of ours or a newer one.
 */
export function openSqlReader(
  options: Omit<SqlStoreOptions, 'persist' | 'prepare'>,
): RetirableReader {
  const { db, archive } = openDatabase(options);
  return {
    reader: reading(db, archive, () => undefined),
    lacksSegments: () => archive.lost().some(({ problem }) => problem === 'missing'),
    retire: () => db.retire(),
  };
}

interface OpenedDatabase {
  readonly db: SqlDatabase;
  readonly archive: TurnArchive;
  /** What it was opened from, as SQLite reads it; undefined when that is not its content any more. */
  readonly unchanged: Uint8Array | undefined;
}

/** Opens the bytes and brings them to the newest version, in memory only. */
function openDatabase({ sqlJs, migrations, bytes, segments }: SqlStoreOptions): OpenedDatabase {
  const checked = bytes === undefined ? undefined : checkOurs(bytes, migrations.length);
  const db =
    checked?.sealed === false
      ? openUnsealed(sqlJs, checked.bytes)
      : new SqlDatabase(sqlJs, checked?.bytes);
  try {
    const applied = migrate(db, migrations);
    const archive = new TurnArchive(db, segments);
    if (checked?.sealed === false) assertReadable(reading(db, archive, () => undefined));
    return { db, archive, unchanged: applied === 0 ? checked?.bytes : undefined };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Persists what opening changed; returns how to go on writing. */
function saving(
  { db, unchanged }: OpenedDatabase,
  { persist, prepare }: SqlStoreOptions,
): Saving | undefined {
  if (persist === undefined) return undefined;
  if (unchanged !== undefined && prepare === undefined) return { persist, saved: unchanged };
  const saved = db.bytes();
  persist(saved);
  return { persist, saved };
}

function reading(
  db: SqlDatabase,
  archive: TurnArchive,
  problem: () => string | undefined,
): StoreReader {
  const history = readHistory(db);
  return {
    ...readTasks(db),
    ...readTaskFacts(db),
    ...readTurns(db, archive),
    ...readHops(db),
    ...readRunningSteps(db),
    ...readFailures(db),
    ...history,
    ...readRewinds(db),
    ...readAttempts(db),
    ...readContextEntries(db),
    ...readLessons(db),
    listNotices: () => [
      ...history.listNotices(),
      ...[lostTurnsNotice(archive), problem()].filter((notice) => notice !== undefined),
    ],
  };
}

type Writing = Omit<Store, keyof StoreReader | 'transaction' | 'close'>;

function writing(db: SqlDatabase, archive: TurnArchive): Writing {
  return {
    ...writeTasks(db),
    ...writeTurns(db),
    ...writeHops(db),
    ...writeRunningSteps(db),
    ...writeFailures(db),
    ...writeHistory(db),
    ...writeRewinds(db),
    ...writeAttempts(db),
    ...writeContextEntries(db),
    ...writeLessons(db),
    ...writeForgetting(db, archive),
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
