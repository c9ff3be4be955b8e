import { mkdirSync, readdirSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { SegmentFiles } from './database/segmentCache';
import { diskError, errorCode } from './files/diskError';
import { nodeDurableFs, writeDurably, type DurableFs } from './files/durableFile';

/** Stores segments of old turns in a folder, written atomically, readable by the user only. */
export function createSegmentFolder(folder: string, fs: DurableFs = nodeDurableFs): SegmentFiles {
  const path = (name: string): string => join(folder, name);
  return {
    path,
    read: (name) => unlessMissing(() => readFileSync(path(name)), undefined),
    list: () => unlessMissing(() => readdirSync(folder), []),
    write: (name, bytes) => {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeDurably(path(name), bytes, fs);
      } catch (error) {
        throw diskError('write old turns to', path(name), error);
      }
    },
    remove: (name) => unlessMissing(() => unlinkSync(path(name)), undefined),
  };
}

function unlessMissing<T, M>(work: () => T, missing: M): T | M {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return missing;
    throw error;
  }
}
