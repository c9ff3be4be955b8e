import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { seal } from '../../src/platform/state/database/databaseSeal';
import { loadSqlJs } from '../../src/platform/state/database/loadSqlJs';
import { readMigrations } from '../../src/platform/state/database/migrator';
import { openSqlStore } from '../../src/platform/state/database/sqlStore';
import type { Store } from '../../src/ports/store';

const ROOT = join(__dirname, '../..');

/** The real `migrations/` folder. */
export const MIGRATIONS_DIR = join(ROOT, 'migrations');
/** SQLite's WebAssembly as installed. */
export const WASM_FILE = join(ROOT, 'node_modules', 'sql.js', 'dist', 'sql-wasm.wasm');

let compressed: Uint8Array | undefined;

/** Writes SQLite's WebAssembly as a build lays it out; compressed fast rather than well. */
export function writeWasm(assetsDir: string): void {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  compressed ??= brotliCompressSync(readFileSync(WASM_FILE), { params });
  writeFileSync(join(assetsDir, 'sql-wasm.wasm.br'), compressed);
}

let migrated: Promise<Uint8Array> | undefined;

/** The sealed file of an empty, migrated database; made once a process, as migrating takes longer than most tests. */
function emptyDatabase(): Promise<Uint8Array> {
  migrated ??= createKeptStore().then((kept) => {
    kept.store.close();
    return seal(kept.bytes());
  });
  return migrated;
}

const open = new Set<Store>();

/** The real store with nothing behind it: empty and migrated. */
export async function createMemoryStore(): Promise<Store> {
  const store = openSqlStore({
    sqlJs: await loadSqlJs(WASM_FILE),
    migrations: readMigrations(MIGRATIONS_DIR),
    bytes: await emptyDatabase(),
  });
  open.add(store);
  return store;
}

/**
 * Closes all that `createMemoryStore` created: after each run of a property, as the memory of SQLite, which all stores
 * of a process share, does not last for thousands of them.
 */
export function closeMemoryStores(): void {
  for (const store of open) store.close();
  open.clear();
}

/** A store whose content can be taken and opened again, as after a restart; absent bytes: an empty one. */
export async function createKeptStore(
  bytes?: Uint8Array,
): Promise<{ readonly store: Store; bytes(): Uint8Array }> {
  let saved = bytes ?? new Uint8Array();
  const store = openSqlStore({
    sqlJs: await loadSqlJs(WASM_FILE),
    migrations: readMigrations(MIGRATIONS_DIR),
    ...(bytes === undefined ? {} : { bytes }),
    persist: (content) => void (saved = content),
  });
  return { store, bytes: () => saved };
}
