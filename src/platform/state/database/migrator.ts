import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StateError } from '../../../ports/workspaceState';
import { assertNotNewer } from './checkDatabase';
import { integer } from './row';
import type { SqlDatabase } from './sqlDatabase';

export interface Migration {
  /** 1, 2, 3 …; `PRAGMA user_version` after it. */
  readonly version: number;
  /** Name of the file, for messages. */
  readonly name: string;
  readonly sql: string;
}

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

/**
 * Reads the migrations of a folder, in order. Throws `StateError` for a `.sql` file without a
 * number, a gap or a duplicate: numbers run from 0001 without gaps.
 */
export function readMigrations(folder: string): readonly Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  if (names.length === 0) throw new StateError(`There are no migrations in ${folder}.`);
  return names.map((name, index) => {
    const version = Number(FILE_NAME.exec(name)?.[1] ?? NaN);
    if (version !== index + 1) {
      throw new StateError(
        `Migration ${name} in ${folder} is out of order: number ${index + 1} must come here, ` +
          `each number exactly once and none left out.`,
      );
    }
    return { version, name, sql: readFileSync(join(folder, name), 'utf8') };
  });
}

/** Schema version of the database. */
export function schemaVersion(db: SqlDatabase): number {
  const row = db.get('PRAGMA user_version');
  return row === undefined ? 0 : integer(row, 'user_version');
}

/**
 * Migrates the database to the newest version, one transaction per migration; returns how many
 * ran. Throws `UnusableDatabase`, having changed nothing, if the database is newer than the code,
 * and `StateError` if a migration fails, which is then rolled back.
 */
export function migrate(db: SqlDatabase, migrations: readonly Migration[]): number {
  const current = schemaVersion(db);
  assertNotNewer(current, migrations.length);
  const due = migrations.slice(current);
  for (const migration of due) apply(db, migration);
  return due.length;
}

function apply(db: SqlDatabase, { name, sql, version }: Migration): void {
  db.script('BEGIN');
  try {
    db.script(sql);
    // A pragma takes no bound parameters; the version is a trusted number.
    db.script(`PRAGMA user_version = ${version}`);
    db.script('COMMIT');
  } catch (error) {
    db.script('ROLLBACK');
    throw new StateError(`Migration ${name} failed: ${String(error)}`, { cause: error });
  }
}
