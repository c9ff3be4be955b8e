import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Databases that fit into the reserve: one is written whole beside the old one, and old turns with it. */
const DATABASES = 2;
const LEAST_BYTES = 256 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;
/** A disk may also have no room for more files. */
const FILES = 4;

/**
 * Keeps a folder of about twice the size of the database, so that `giveUpReserve` makes room for cleaning up on a full
 * disk. Does nothing where that would fill the disk. Never throws: without the reserve everything else works.
 */
export function keepReserve(folder: string, database: string): void {
  try {
    const databaseBytes = statSync(database, { throwIfNoEntry: false })?.size ?? 0;
    const size = Math.min(Math.max(DATABASES * databaseBytes, LEAST_BYTES), MOST_BYTES);
    if (bytesIn(folder) >= size) return;
    const { bavail, bsize } = statfsSync(dirname(folder));
    if (bavail * bsize < 2 * size) return;
    giveUpReserve(folder);
    mkdirSync(folder, { mode: 0o700 });
    // Some file systems compress: zeros would take no room there.
    for (let number = 1; number <= FILES; number += 1) {
      const bytes = randomBytes(Math.ceil(size / FILES));
      writeFileSync(join(folder, String(number)), bytes, { mode: 0o600 });
    }
  } catch {
    giveUpReserve(folder);
  }
}

/** Removes the reserve. Never throws. */
export function giveUpReserve(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // What follows reports why the disk refuses.
  }
}

function bytesIn(folder: string): number {
  try {
    return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  } catch {
    return 0;
  }
}
