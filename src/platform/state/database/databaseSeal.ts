import { createHash } from 'node:crypto';
import { UnusableDatabase } from './unusableDatabase';

/**
 * Mark after the last page of a database file, followed by the SHA-256 of everything before it.
 * SQLite ignores both, because it reads only the pages that its header counts, and has no checksum
 * of its own.
 */
const MARK = Buffer.from('Devs checksum 1\n', 'latin1');
const HASH_BYTES = 32;
const SEAL_BYTES = MARK.length + HASH_BYTES;

/** Appends the checksum to a database's bytes. */
export function seal(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, MARK, digest(bytes)]);
}

export interface Unsealed {
  readonly bytes: Uint8Array;
  /** False for files of earlier versions: SQLite must check for damage. */
  readonly sealed: boolean;
}

/**
 * Removes and verifies the checksum; returns bytes without one unchanged. Throws
 * `UnusableDatabase` if it does not match.
 */
export function unseal(bytes: Uint8Array): Unsealed {
  const end = bytes.length - SEAL_BYTES;
  if (end < 0 || !MARK.equals(bytes.subarray(end, end + MARK.length))) {
    return { bytes, sealed: false };
  }
  const content = bytes.subarray(0, end);
  if (!digest(content).equals(bytes.subarray(end + MARK.length))) {
    throw new UnusableDatabase('damaged', 'It is damaged: its checksum does not match.');
  }
  return { bytes: content, sealed: true };
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
