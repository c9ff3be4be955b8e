import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { SqlJsStatic } from 'sql.js';

const loaded = new Map<string, Promise<SqlJsStatic>>();

/** SQLite as WebAssembly, compressed with brotli if its name ends in `.br`; compiled once per process for each path. */
export function loadSqlJs(wasmFile: string): Promise<SqlJsStatic> {
  const known = loaded.get(wasmFile);
  if (known !== undefined) return known;
  const loading = compile(wasmFile);
  loaded.set(wasmFile, loading);
  // Do not cache a failed load: the file may appear later.
  loading.catch(() => loaded.delete(wasmFile));
  return loading;
}

async function compile(wasmFile: string): Promise<SqlJsStatic> {
  const [{ default: initSqlJs }, content] = await Promise.all([
    import('sql.js'),
    readFile(wasmFile),
  ]);
  const wasm = wasmFile.endsWith('.br') ? await promisify(brotliDecompress)(content) : content;
  return await initSqlJs({ wasmBinary: Uint8Array.from(wasm).buffer });
}
