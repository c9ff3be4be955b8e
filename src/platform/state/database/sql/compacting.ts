import { integer } from './row';
import type { SqlDatabase } from './sqlDatabase';

/** Whether more than a quarter of the file is free pages. */
export function isWorthCompacting(db: SqlDatabase): boolean {
  const free = pragma(db, 'freelist_count');
  return free > 16 && free * 4 > pragma(db, 'page_count');
}

function pragma(db: SqlDatabase, name: 'freelist_count' | 'page_count'): number {
  const row = db.get(`PRAGMA ${name}`);
  return row === undefined ? 0 : integer(row, name);
}
