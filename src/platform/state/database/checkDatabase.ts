import type { SqlJsStatic } from 'sql.js';
import { unseal } from './databaseSeal';
import { text } from './row';
import { SqlDatabase } from './sqlDatabase';
import { UnusableDatabase } from './unusableDatabase';

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
/** `PRAGMA application_id` of the first migration. */
const APPLICATION_ID = 0x44657673;

/** Bytes of a database without checksum, for SQLite. */
export interface CheckedBytes {
  readonly bytes: Uint8Array;
  /** True if the checksum proves that no bit has changed. */
  readonly sealed: boolean;
}

/**
 * Throws `UnusableDatabase` unless the bytes are a complete database of Devs no newer than
 * `newestVersion`; returns them without checksum. Reads only the file header, as SQLite documents
 * it.
 */
export function checkDatabase(file: Uint8Array, newestVersion: number): CheckedBytes {
  const checked = unseal(file);
  const { bytes } = checked;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < HEADER_BYTES || buffer.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new UnusableDatabase('damaged', 'It is not a database.');
  }
  const pageSize = buffer.readUInt16BE(16) === 1 ? 65_536 : buffer.readUInt16BE(16);
  const expected = pageSize * buffer.readUInt32BE(28);
  if (buffer.length !== expected) {
    const message = `It is damaged: ${buffer.length} bytes long instead of ${expected}.`;
    throw new UnusableDatabase('damaged', message);
  }
  if (buffer.readUInt32BE(68) !== APPLICATION_ID) {
    throw new UnusableDatabase('foreign', 'It is a database, but not one that Devs wrote.');
  }
  assertNotNewer(buffer.readUInt32BE(60), newestVersion);
  // Rollback journal and UTF-8: the only format that Devs writes, and nothing checks it later.
  const format = [buffer[18], buffer[19], buffer.readUInt32BE(56)].join();
  if (format !== '1,1,1') {
    throw new UnusableDatabase('damaged', `It is damaged: its format is ${format}.`);
  }
  return checked;
}

/** Throws `UnusableDatabase` if the schema version is newer than the code. */
export function assertNotNewer(version: number, newestVersion: number): void {
  if (version <= newestVersion) return;
  throw new UnusableDatabase(
    'newer',
    `It was written by a newer version of Devs (schema ${version}, this one knows ${newestVersion} ` +
      `at most): update Devs.`,
  );
}

/**
 * Opens bytes that have no checksum. Throws `UnusableDatabase` if SQLite's integrity check fails.
 */
export function openUnsealed(sqlJs: SqlJsStatic, bytes: Uint8Array): SqlDatabase {
  let db: SqlDatabase | undefined;
  try {
    db = new SqlDatabase(sqlJs, bytes);
    const row = db.get('PRAGMA integrity_check(1)');
    const found = row === undefined ? 'nothing to read' : text(row, 'integrity_check');
    if (found === 'ok') return db;
    throw new Error(found);
  } catch (error) {
    db?.close();
    const why = error instanceof Error ? error.message : String(error);
    throw new UnusableDatabase('damaged', `It is damaged: ${why}.`, { cause: error });
  }
}
