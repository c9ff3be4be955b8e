import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoreReader } from '../../ports/store';
import { StateError } from '../../ports/workspaceState';
import { UnusableDatabase } from './database/sql/unusableDatabase';
import { EMPTY_READER } from './database/emptyReader';
import { loadSqlJs } from './database/sql/loadSqlJs';
import { readMigrations, type Migration } from './database/sql/migrator';
import type { SegmentCache } from './database/segments/segmentCache';
import { openSqlReader, type RetirableReader as OpenedReader } from './database/sqlStore';
import { stampOf } from './databaseFile';
import { diskError, errorCode } from './files/diskError';
import type { StatePaths } from './files/stateFolders';

interface DatabaseFile {
  /** Undefined when there is no file. */
  readonly bytes: Uint8Array | undefined;
  readonly stamp: string;
}

/** Where SQLite's WebAssembly and the migrations lie. */
export interface Assets {
  readonly wasmFile: string;
  readonly migrationsDir: string;
}

export function assetsIn(folder: string): Assets {
  return { wasmFile: join(folder, 'sql-wasm.wasm'), migrationsDir: join(folder, 'migrations') };
}

/** Where the database lies, and what is needed to read it. */
export interface DatabaseReaderOptions {
  readonly paths: Pick<StatePaths, 'database' | 'lastGood'>;
  readonly assets: Assets;
  readonly segments: SegmentCache;
}

/** How often a file is read anew that names segments which a later one no longer does. */
const MAX_READS = 3;

/** Reads whole database files without the lease; the same file is opened once. */
export class DatabaseReader {
  private current: { readonly stamp: string; readonly open: OpenedReader } | undefined;
  private migrations: readonly Migration[] | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: DatabaseReaderOptions) {}

  /**
   * The newest file, the last good one where that is damaged; an empty reader when there is none.
   * Throws `StateError`.
   */
  read(): Promise<StoreReader> {
    const reading = this.queue.then(() => this.readNow(MAX_READS));
    this.queue = reading.catch(() => undefined);
    return reading;
  }

  /** Frees the memory; readers that were handed out stay usable. */
  dispose(): void {
    this.current?.open.retire();
    this.current = undefined;
  }

  private async readNow(tries: number): Promise<StoreReader> {
    const file = await readDatabase(this.options.paths.database, this.current?.stamp);
    if (this.current?.stamp === file.stamp) return this.current.open.reader;
    const opened = await this.openOrLastGood(file);
    this.dispose();
    // Nothing of what was read before may be shown any more.
    if (opened === undefined) return EMPTY_READER;
    this.current = { stamp: file.stamp, open: opened };
    if (tries > 1 && opened.lacksSegments()) return this.readNow(tries - 1);
    return opened.reader;
  }

  private async openOrLastGood({ bytes }: DatabaseFile): Promise<OpenedReader | undefined> {
    const { database, lastGood } = this.options.paths;
    try {
      if (bytes !== undefined) return await this.open(bytes);
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

const REPAIRED_NEXT = 'The next command that changes something sets that right.';

function damageNotice(file: string, { message }: UnusableDatabase): string {
  return (
    `The state in ${file} cannot be used: what stands here is how it was before it was last ` +
    `written. The next command that changes something sets the file aside. ${message}`
  );
}

function withNotice(opened: OpenedReader, notice: string): OpenedReader {
  const { reader } = opened;
  const listNotices = (): readonly string[] => [notice, ...reader.listNotices()];
  return { ...opened, reader: { ...reader, listNotices } };
}

/** Damaged, and nothing beside it: nothing to show but that. */
function damagedReader(file: string, { message }: UnusableDatabase): OpenedReader {
  const notice =
    `The state in ${file} cannot be used, and there is no other one. The next command that ` +
    `changes something sets it aside and starts anew. ${message}`;
  return {
    reader: { ...EMPTY_READER, listNotices: () => [notice] },
    lacksSegments: () => false,
    retire: () => undefined,
  };
}

/** One whole file with what identifies it; without its bytes when it is the known one. */
export async function readDatabase(file: string, known?: string): Promise<DatabaseFile> {
  try {
    const handle = await open(file, 'r');
    try {
      const stamp = stampOf(await handle.stat({ bigint: true }));
      return { stamp, bytes: stamp === known ? undefined : await handle.readFile() };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { bytes: undefined, stamp: 'none' };
    throw diskError('read the state', file, error);
  }
}

/** Whether a file is damaged, not somebody else's nor of a newer version. */
export function isDamaged(error: unknown): error is UnusableDatabase {
  return error instanceof UnusableDatabase && error.kind === 'damaged';
}

/** Adds to a refusal which file it is about, that it stays as it is, and how to go on without it. */
export function toStateError(file: string, error: unknown): unknown {
  if (!(error instanceof UnusableDatabase)) return error;
  return new StateError(
    `The state in ${file} cannot be used. ${error.message} Nothing was changed. ` +
      `To start anew, move its folder away; Devs then makes a new one.`,
    { cause: error },
  );
}
