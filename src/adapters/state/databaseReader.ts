import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoreReader } from '../../ports/store';
import { StateError } from '../../ports/workspaceState';
import { UnusableDatabase } from '../store/databaseCheck';
import { EMPTY_READER } from '../store/emptyReader';
import { loadSqlJs } from '../store/loadSqlJs';
import { readMigrations, type Migration } from '../store/migrator';
import { openSqlReader, type RetirableReader } from '../store/sqlStore';
import { diskError, errorCode } from './diskError';

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

/** Reads whole database files without the lease; the same file is opened once. */
export class DatabaseReader {
  private current: { readonly stamp: string; readonly open: RetirableReader } | undefined;
  private migrations: readonly Migration[] | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly assets: Assets,
  ) {}

  /** The newest file; an empty reader when there is none. Throws `StateError`. */
  read(): Promise<StoreReader> {
    const reading = this.queue.then(() => this.readNow());
    this.queue = reading.catch(() => undefined);
    return reading;
  }

  /** Frees the memory; readers that were handed out stay usable. */
  dispose(): void {
    this.current?.open.retire();
    this.current = undefined;
  }

  private async readNow(): Promise<StoreReader> {
    const { bytes, stamp } = await readDatabase(this.file, this.current?.stamp);
    if (this.current?.stamp === stamp) return this.current.open.reader;
    // No file yet, or it is gone: nothing of what was read before may be shown any more.
    if (bytes === undefined) {
      this.dispose();
      return EMPTY_READER;
    }
    const sqlJs = await loadSqlJs(this.assets.wasmFile);
    this.migrations ??= readMigrations(this.assets.migrationsDir);
    const migrations = this.migrations;
    const opened = naming(this.file, () => openSqlReader({ sqlJs, migrations, bytes }));
    this.dispose();
    this.current = { stamp, open: opened };
    return opened.reader;
  }
}

/** One whole file with what identifies it; without its bytes when it is the known one. */
export async function readDatabase(file: string, known?: string): Promise<DatabaseFile> {
  try {
    const handle = await open(file, 'r');
    try {
      const { mtimeNs, size, ino } = await handle.stat({ bigint: true });
      const stamp = `${mtimeNs} ${size} ${ino}`;
      return { stamp, bytes: stamp === known ? undefined : await handle.readFile() };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { bytes: undefined, stamp: 'none' };
    throw diskError('read the state', file, error);
  }
}

/** Adds to a refusal which file it is about, that it stays as it is, and how to go on without it. */
export function naming<T>(file: string, opening: () => T): T {
  try {
    return opening();
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    throw new StateError(
      `The state in ${file} cannot be used. ${error.message} Nothing was changed. ` +
        `To start anew, move that file away; Devs then makes a new one.`,
      { cause: error },
    );
  }
}
