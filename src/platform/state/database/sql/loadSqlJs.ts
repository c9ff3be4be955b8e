import type { SqlJsStatic } from 'sql.js';

const loaded = new Map<string, Promise<SqlJsStatic>>();

/** SQLite as WebAssembly, compiled once per process for each path of `sql-wasm.wasm`. */
export function loadSqlJs(wasmFile: string): Promise<SqlJsStatic> {
  const known = loaded.get(wasmFile);
  if (known !== undefined) return known;
  const loading = import('sql.js').then((module) => module.default({ locateFile: () => wasmFile }));
  loaded.set(wasmFile, loading);
  // Do not cache a failed load: the file may appear later.
  loading.catch(() => loaded.delete(wasmFile));
  return loading;
}
