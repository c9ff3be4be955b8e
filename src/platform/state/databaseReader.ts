import { join } from 'node:path';
import type { StoreReader } from '../../ports/store';
import { StateError } from '../../ports/workspaceState';
import { countLastGoodWrites } from './countLastGoodWrites';
import { assertNotReplaced } from './database/assertNewest';
import { UnusableDatabase } from './database/unusableDatabase';
import { EMPTY_READER } from './database/emptyReader';
import { loadSqlJs } from './database/loadSqlJs';
import { readMigrations, type Migration } from './database/migrator';
import type { SegmentCache } from './database/segmentCache';
import { openSqlReader, type RetirableReader as OpenedReader } from './database/sqlStore';
import { readDatabase, type DatabaseFile } from './databaseFile';
import type { StatePaths } from './files/stateFolders';

/** Paths of SQLite's WebAssembly and the migrations. */
export interface Assets {
  readonly wasmFile: string;
  readonly migrationsDir: string;
}

export function assetsIn(folder: string): Assets {
  return { wasmFile: join(folder, 'sql-wasm.wasm.br'), migrationsDir: join(folder, 'migrations') };
}

/** Location of the database and what reading it needs. */
export interface DatabaseReaderOptions {
  readonly paths: Pick<StatePaths, 'database' | 'lastGood'>;
  readonly assets: Assets;
  readonly segments: SegmentCache;
}

/** How often a file is read again if it refers to segments that a later version no longer has. */
const MAX_READS = 3;

/** Reads database files without the lease. Reopens a file only when it has changed. */
export class DatabaseReader {
  private current: { readonly stamp: string; readonly open: OpenedReader } | undefined;
  private migrations: readonly Migration[] | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: DatabaseReaderOptions) {}

  /**
   * Reads the newest file, or the last good one if that is damaged; an empty reader if there is
   * none. Throws `StateError`.
   */
  read(): Promise<StoreReader> {
    const reading = this.queue.then(() => this.readNow(MAX_READS));
    this.queue = reading.catch(() => undefined);
    return reading;
  }

  /** Frees memory; returned readers stay usable. */
  dispose(): void {
    this.current?.open.retire();
    this.current = undefined;
  }

  private async readNow(tries: number): Promise<StoreReader> {
    const file = await readDatabase(this.options.paths.database, this.current?.stamp);
    if (this.current?.stamp === file.stamp) return this.current.open.reader;
    const opened = await this.openOrLastGood(file);
    this.dispose();
    // Nothing that was read before may be shown again.
    if (opened === undefined) return EMPTY_READER;
    this.current = { stamp: file.stamp, open: opened };
    if (tries > 1 && opened.lacksSegments()) return this.readNow(tries - 1);
    return opened.reader;
  }

  private async openOrLastGood({ bytes, stamp }: DatabaseFile): Promise<OpenedReader | undefined> {
    const { database, lastGood } = this.options.paths;
    try {
      if (bytes !== undefined) return await this.openNewest({ bytes, stamp });
    } catch (error) {
      if (!isDamaged(error)) throw toStateError(database, error);
      return (
        (await this.openLastGood(damageNotice(database, error))) ?? damagedReader(database, error)
      );
    }
    return this.openLastGood(
      `The state in ${database} is gone; ${lastGood} is shown. ${REPAIRED_NEXT}`,
    );
  }

  /** Throws `UnusableDatabase` if an older file was put in place of a newer one. */
  private async openNewest({
    bytes,
    stamp,
  }: DatabaseFile & { readonly bytes: Uint8Array }): Promise<OpenedReader> {
    const { database, lastGood } = this.options.paths;
    const opened = await this.open(bytes);
    // What follows a known file need not be compared with the one before it.
    if (this.current !== undefined && opened.writes() >= this.current.open.writes()) return opened;
    const known = await countLastGoodWrites(lastGood, (each) => this.open(each));
    // Not while it is written: both files may be newer by now.
    if ((await readDatabase(database, stamp)).stamp !== stamp) return opened;
    try {
      assertNotReplaced(opened.writes(), known);
    } catch (error) {
      opened.retire();
      throw error;
    }
    return opened;
  }

  private async openLastGood(notice: string): Promise<OpenedReader | undefined> {
    const { lastGood } = this.options.paths;
    try {
      const { bytes } = await readDatabase(lastGood);
      return bytes && withNotice(await this.open(bytes), notice);
    } catch (error) {
      if (isDamaged(error)) return undefined;
      throw toStateError(lastGood, error);
    }
  }

  private async open(bytes: Uint8Array): Promise<OpenedReader> {
    const { assets, segments } = this.options;
    const sqlJs = await loadSqlJs(assets.wasmFile);
    this.migrations ??= readMigrations(assets.migrationsDir);
    return openSqlReader({ sqlJs, migrations: this.migrations, bytes, segments });
  }
}

const REPAIRED_NEXT = 'The next command that changes something repairs it.';

function damageNotice(file: string, { message }: UnusableDatabase): string {
  return (
    `The state in ${file} cannot be used: the version before it was last ` +
    `written is shown. The next command that changes something sets the file aside. ${message}`
  );
}

function withNotice(opened: OpenedReader, notice: string): OpenedReader {
  const { reader } = opened;
  const listNotices = (): readonly string[] => [notice, ...reader.listNotices()];
  return { ...opened, reader: { ...reader, listNotices } };
}

/** Reader for a damaged database without a last good copy: empty, with a notice. */
function damagedReader(file: string, { message }: UnusableDatabase): OpenedReader {
  const notice =
    `The state in ${file} cannot be used, and there is no earlier version. The next command that ` +
    `changes something sets it aside and starts with an empty state. ${message}`;
  return {
    reader: { ...EMPTY_READER, listNotices: () => [notice] },
    writes: () => 0,
    lacksSegments: () => false,
    retire: () => undefined,
  };
}

/** Whether the file is damaged, rather than foreign or of a newer version. */
export function isDamaged(error: unknown): error is UnusableDatabase {
  return error instanceof UnusableDatabase && error.kind === 'damaged';
}

/**
 * Turns `UnusableDatabase` into a `StateError` that names the file, says that nothing changed, and
 * how to continue. Returns other errors unchanged.
 */
export function toStateError(file: string, error: unknown): unknown {
  if (!(error instanceof UnusableDatabase)) return error;
  return new StateError(
    `The state in ${file} cannot be used. ${error.message} Nothing was changed. ` +
      `To start over, move its folder away; Devs then creates a new one.`,
    { cause: error },
  );
}
