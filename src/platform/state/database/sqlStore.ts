import type { SqlJsStatic } from 'sql.js';
import { MASK_NOTHING, type SecretMask } from '../../../ports/secretMask';
import type { Store, StoreReader } from '../../../ports/store';
import { assertKnowsSegments, assertNotReplaced, countWrites } from './assertNewest';
import { readAttempts, writeAttempts } from './attemptTable';
import { readBaselines, writeBaselines } from './baselineTable';
import { readContextEntries, writeContextEntries } from './contextEntryTable';
import { readFailures, writeFailures } from './failureTable';
import { readDismissedFindings, writeDismissedFindings } from './findingTable';
import { readPermissionGrants, writePermissionGrants } from './grantTable';
import { readHops, writeHops } from './hopTable';
import { readHistory, writeHistory } from './historyTable';
import { readLandings, writeLandings } from './landingTable';
import { checkDatabase, openUnsealed } from './checkDatabase';
import { writeTurnRetention } from './turnRetention';
import { readLessons, writeLessons } from './lessonTable';
import { describeLostTurns } from './describeLostTurns';
import { migrate, type Migration } from './migrator';
import { readReviews, writeReviews } from './reviewTable';
import { readRewinds, writeRewinds } from './rewindTable';
import { readRunningCalls, writeRunningCalls } from './runningCallTable';
import { readRunningSteps, writeRunningSteps } from './runningStepsTable';
import type { SegmentCache } from './segmentCache';
import { SqlDatabase } from './sqlDatabase';
import { readTaskFacts } from './taskFactsTable';
import { readTasks, writeTasks } from './taskTable';
import { Transactions, type Persist, type Saving } from './transactions';
import { TurnArchive } from './turnArchive';
import { readTurns, writeTurns } from './turnTable';
import { TurnArchiver } from './turnArchiver';
import { readUsageLimits, writeUsageLimits } from './usageLimitTable';
import { UnusableDatabase } from './unusableDatabase';

export interface SqlStoreOptions {
  readonly sqlJs: SqlJsStatic;
  readonly migrations: readonly Migration[];
  /** Content of the database file, with its checksum if it has one; absent for a new database. */
  readonly bytes?: Uint8Array;
  /** Store of old turns; absent: all stay in the database. */
  readonly segments?: SegmentCache;
  /** Absent: the content stays in memory only. */
  readonly persist?: Persist;
  /** Masks secrets in what is written, except names of files; absent: nothing is masked. */
  readonly mask?: SecretMask;
  /** Number of writes of a file that was written before; a database with a smaller one is refused as damaged. */
  readonly known?: number | undefined;
  /** Writes what the first persisted content must contain. */
  readonly prepare?: PrepareStore;
}

export type PrepareStore = (store: StoreReader & Pick<Store, 'addEvent'>) => void;

/**
 * A store over an in-memory database that passes its whole content to `persist` at the end of each
 * transaction. Applies and persists missing migrations first. Throws `UnusableDatabase` for bytes
 * that are not an intact database of Devs or are newer, having written nothing, and rethrows
 * errors of `persist`.
 */
export function openSqlStore(options: SqlStoreOptions): Store {
  const opened = openDatabase(options);
  const { db, archive } = opened;
  try {
    options.prepare?.({ ...createReader(db, archive, () => undefined), ...writeHistory(db) });
    const transactions = new Transactions(db, persistOpened(opened, options));
    const upkeep = new TurnArchiver(db, archive, transactions);
    transactions.onCommitted = () => upkeep.run();
    upkeep.run();
    return {
      ...createReader(db, archive, () => upkeep.problem),
      ...eachInTransaction(createWriter(db, archive), transactions, options.mask ?? MASK_NOTHING),
      transaction: (work) => transactions.run(work),
      close: () => db.retire(transactions.saved),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

export interface RetirableReader {
  readonly reader: StoreReader;
  /** How often the file was written. */
  writes(): number;
  /** Whether segments that it names are missing: a newer file may name others. */
  lacksSegments(): boolean;
  /** Frees memory; `reader` stays usable, but slower. */
  retire(): void;
}

/**
 * A reader over the content of a database file, migrated in memory only. Throws `UnusableDatabase`
 * for bytes that are not an intact database of Devs or are newer.
 */
export function openSqlReader(
  options: Omit<SqlStoreOptions, 'persist' | 'prepare'>,
): RetirableReader {
  const { db, archive } = openDatabase(options);
  return {
    reader: createReader(db, archive, () => undefined),
    writes: () => countWrites(db),
    lacksSegments: () => archive.lostSegments().some(({ problem }) => problem === 'missing'),
    retire: () => db.retire(),
  };
}

interface OpenedDatabase {
  readonly db: SqlDatabase;
  readonly archive: TurnArchive;
  /** The opened bytes without checksum; undefined if a migration changed the content. */
  readonly unchanged: Uint8Array | undefined;
}

/** Opens the bytes and migrates them in memory only. */
function openDatabase({
  sqlJs,
  migrations,
  bytes,
  segments,
  known,
}: SqlStoreOptions): OpenedDatabase {
  const checked = bytes === undefined ? undefined : checkDatabase(bytes, migrations.length);
  const db =
    checked?.sealed === false
      ? openUnsealed(sqlJs, checked.bytes)
      : new SqlDatabase(sqlJs, checked?.bytes);
  try {
    const applied = migrate(db, migrations);
    if (known !== undefined) assertNotReplaced(countWrites(db), known);
    assertKnowsSegments(db, segments);
    const archive = new TurnArchive(db, segments);
    if (checked?.sealed === false) assertRowsReadable(createReader(db, archive, () => undefined));
    return { db, archive, unchanged: applied === 0 ? checked?.bytes : undefined };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Persists what opening changed; returns the target of later writes. */
function persistOpened(
  { db, unchanged }: OpenedDatabase,
  { persist, prepare }: SqlStoreOptions,
): Saving | undefined {
  if (persist === undefined) return undefined;
  if (unchanged !== undefined && prepare === undefined) return { persist, saved: unchanged };
  const saved = db.bytes();
  persist(saved);
  return { persist, saved };
}

function createReader(
  db: SqlDatabase,
  archive: TurnArchive,
  problem: () => string | undefined,
): StoreReader {
  const history = readHistory(db);
  return {
    ...readTasks(db),
    ...readTaskFacts(db),
    ...readTurns(db, archive),
    ...readBaselines(db),
    ...readHops(db),
    ...readRunningSteps(db),
    ...readUsageLimits(db),
    ...readRunningCalls(db),
    ...readFailures(db),
    ...readDismissedFindings(db),
    ...readPermissionGrants(db),
    ...history,
    ...readRewinds(db),
    ...readLandings(db),
    ...readReviews(db),
    ...readAttempts(db),
    ...readContextEntries(db),
    ...readLessons(db),
    listNotices: () => [
      ...history.listNotices(),
      ...[describeLostTurns(archive), problem()].filter((notice) => notice !== undefined),
    ],
  };
}

type Writing = Omit<Store, keyof StoreReader | 'transaction' | 'close'>;

function createWriter(db: SqlDatabase, archive: TurnArchive): Writing {
  return {
    ...writeTasks(db),
    ...writeTurns(db),
    ...writeBaselines(db),
    ...writeHops(db),
    ...writeRunningSteps(db),
    ...writeUsageLimits(db),
    ...writeRunningCalls(db),
    ...writeFailures(db),
    ...writeDismissedFindings(db),
    ...writePermissionGrants(db),
    ...writeHistory(db),
    ...writeRewinds(db),
    ...writeLandings(db),
    ...writeReviews(db),
    ...writeAttempts(db),
    ...writeContextEntries(db),
    ...writeLessons(db),
    ...writeTurnRetention(db, archive),
  };
}

/** Writers of names of files only, by which a rewind finds them. */
const OF_FILES: ReadonlySet<string> = new Set<keyof Writing>([
  ...(['addRewind', 'addLanding', 'putOriginalFiles', 'addVerifyArtefacts'] as const),
]);

/** Makes each call a transaction of its own, or part of the open one, and masks what it writes. */
function eachInTransaction(
  methods: Writing,
  transactions: Transactions,
  mask: SecretMask,
): Writing {
  const wrapped = Object.entries(methods).map(([name, method]) => [
    name,
    (...args: unknown[]) =>
      transactions.write(() =>
        (method as (...args: unknown[]) => unknown)(
          ...(OF_FILES.has(name) ? args : mask.value(args)),
        ),
      ),
  ]);
  return Object.fromEntries(wrapped) as Writing;
}

/** Throws `UnusableDatabase` if a row is invalid: SQLite's check does not cover content. */
function assertRowsReadable(reader: StoreReader): void {
  try {
    readEverything(reader);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UnusableDatabase('damaged', `It is damaged: ${why}.`, { cause: error });
  }
}

function readEverything(reader: StoreReader): void {
  const tasks = reader.listTasks().map(({ id }) => id);
  const counted = reader.listTurnSummaries().map(({ countsOn }) => countsOn);
  for (const id of new Set([...tasks, ...counted])) {
    reader.getBaseline(id);
    reader.listTurns(id);
    reader.countTurns(id);
    reader.listPivots(id);
    reader.getFailures(id);
    reader.latestReport(id);
    reader.listHints(id);
  }
  reader.listOriginalFiles();
  for (const { id } of reader.listRunningTurns()) reader.getRunningSteps(id);
  reader.listRunningCalls();
  reader.listUsageLimits();
  reader.listRewinds();
  reader.listLandings();
  reader.listDismissedFindings();
  reader.listPermissionGrants();
  reader.listEvents(Number.MAX_SAFE_INTEGER);
  reader.listAttempts({});
  reader.listContextEntries({});
  reader.listLessons();
  reader.listNotices();
  reader.listVerifyArtefacts();
  reader.getRunStatus();
}
