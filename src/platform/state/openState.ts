import type { SecretMask } from '../../ports/secretMask';
import type { Store } from '../../ports/store';
import { loadSqlJs } from './database/loadSqlJs';
import { readMigrations } from './database/migrator';
import type { SegmentCache } from './database/segmentCache';
import { openSqlReader, openSqlStore, type PrepareStore } from './database/sqlStore';
import { countLastGoodWrites } from './countLastGoodWrites';
import { createPersist, readDatabase, type PersistOptions } from './databaseFile';
import { isDamaged, toStateError, type Assets } from './databaseReader';
import { nodeDurableFs, type DurableFs } from './files/durableFile';
import type { Epoch } from './lease/openLease';
import { describeRecovery, setAside, setHistoryAside } from './recoverDatabase';
import type { StatePaths } from './files/stateFolders';

export interface OpenStateOptions {
  readonly paths: StatePaths;
  readonly epoch: Epoch;
  readonly assets: Assets;
  readonly segments: SegmentCache;
  readonly now: () => Date;
  readonly fs?: DurableFs;
  /** Absent: nothing is masked. */
  readonly mask?: SecretMask;
  /** Called after each write of the database with the new file's stamp. */
  readonly onWritten?: PersistOptions['onWritten'];
}

export interface OpenedState {
  readonly store: Store;
  /** Completed recoveries: one sentence each. */
  readonly notices: readonly string[];
}

interface Opening {
  /** Undefined for a new state. */
  readonly bytes: Uint8Array | undefined;
  /** Stamp of the file in use, if that is what is opened. */
  readonly stamp?: string;
  /** As in `SqlStoreOptions`. */
  readonly known?: number | undefined;
  /** Written with the first persisted content. */
  readonly prepare?: PrepareStore;
}

type OpenStore = (opening: Opening) => Store;

/**
 * Opens the state of a folder. A damaged database is kept under another name; the last good one is
 * used, or a new one if that is damaged too; the loss is recorded as an event. If interrupted, the
 * next opening repeats the recovery. Throws `StateError`.
 */
export async function openState(options: OpenStateOptions): Promise<OpenedState> {
  const { database } = options.paths;
  const openStore = await createStoreOpener(options);
  const { bytes, stamp } = await readDatabase(database);
  if (bytes === undefined) return recoverState(options, openStore, undefined);
  try {
    const known = await countKnownWrites(options);
    return { store: openStore({ bytes, stamp, known }), notices: [] };
  } catch (error) {
    if (!isDamaged(error)) throw toStateError(database, error);
    return recoverState(options, openStore, error.message);
  }
}

async function countKnownWrites({
  paths: { lastGood },
  assets: { wasmFile, migrationsDir },
}: OpenStateOptions): Promise<number | undefined> {
  const sqlJs = await loadSqlJs(wasmFile);
  const migrations = readMigrations(migrationsDir);
  return await countLastGoodWrites(lastGood, (bytes) =>
    openSqlReader({ sqlJs, migrations, bytes }),
  );
}

async function createStoreOpener({
  paths,
  epoch,
  assets,
  segments,
  fs = nodeDurableFs,
  onWritten,
  mask,
}: OpenStateOptions): Promise<OpenStore> {
  const sqlJs = await loadSqlJs(assets.wasmFile);
  const migrations = readMigrations(assets.migrationsDir);
  return ({ bytes, stamp, known, prepare }) =>
    openSqlStore({
      sqlJs,
      migrations,
      persist: createPersist({ paths, epoch, stamp, fs, ...(onWritten && { onWritten }) }),
      segments,
      known,
      ...(mask && { mask }),
      ...(bytes === undefined ? {} : { bytes }),
      ...(prepare === undefined ? {} : { prepare }),
    });
}

/** `damage`: why the database is unusable; undefined if there is no database. */
async function recoverState(
  options: OpenStateOptions,
  openStore: OpenStore,
  damage: string | undefined,
): Promise<OpenedState> {
  const { paths, now, fs } = options;
  const notices: string[] = [];
  const damagedFile = damage === undefined ? '' : setAside(paths.database, now(), fs);
  const recordRecovery =
    (oldTurns: string | undefined, isNew: boolean): PrepareStore =>
    (store) => {
      const lastGood = isNew ? undefined : store;
      const recovery = describeRecovery({ damage, damagedFile, lastGood, oldTurns });
      store.addEvent({ at: now().toISOString(), event: 'state_recovered', data: { ...recovery } });
      notices.push(recovery.message);
    };
  const lastGood = await openLastGood(options, openStore, recordRecovery(undefined, false));
  if (lastGood !== undefined) return { store: lastGood, notices };
  const oldTurns = setHistoryAside(paths, now(), fs);
  const isFirst = damage === undefined && oldTurns === undefined;
  const prepare = isFirst ? {} : { prepare: recordRecovery(oldTurns, true) };
  return { store: openStore({ bytes: undefined, ...prepare }), notices };
}

async function openLastGood(
  { paths: { lastGood }, now, fs }: OpenStateOptions,
  openStore: OpenStore,
  prepare: PrepareStore,
): Promise<Store | undefined> {
  const { bytes } = await readDatabase(lastGood);
  try {
    return bytes && openStore({ bytes, prepare });
  } catch (error) {
    if (!isDamaged(error)) throw toStateError(lastGood, error);
    setAside(lastGood, now(), fs);
    return undefined;
  }
}
