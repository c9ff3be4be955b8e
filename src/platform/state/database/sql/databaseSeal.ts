import { createHash } from 'node:crypto';
import { UnusableDatabase } from './unusableDatabase';

/**
 * Follows the last page of a database file: SQLite reads no further than the pages that its header
 * counts, and checks no content of its own. After the mark comes the SHA-256 of all before the mark.
 */
const MARK = Buffer.from('Devs checksum 1\n', 'latin1');
const HASH_BYTES = 32;
const SEAL_BYTES = MARK.length + HASH_BYTES;

/** A database's bytes with their seal, as they stand in the file. */
export function seal(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, MARK, digest(bytes)]);
}

export interface Unsealed {
  readonly bytes: Uint8Array;
  /** False for files of earlier versions: SQLite itself has to look for damage. */
  readonly sealed: boolean;
}

/** Takes the seal off; bytes without one stay as they are. Throws `UnusableDatabase` when it is broken. */
export function unseal(bytes: Uint8Array): Unsealed {
  const end = bytes.length - SEAL_BYTES;
  if (end < 0 || !MARK.equals(bytes.subarray(end, end + MARK.length))) {
    return { bytes, sealed: false };
  }
  const content = bytes.subarray(0, end);
  if (!digest(content).equals(bytes.subarray(end + MARK.length))) {
    throw new UnusableDatabase('damaged', 'It is damaged: its content is not what was written.');
  }
  return { bytes: content, sealed: true };
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
