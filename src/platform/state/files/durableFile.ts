import {
  closeSync,
  copyFileSync,
  constants,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './diskError';

/** The file operations that a durable write needs; tests make them fail. */
export interface DurableFs {
  /** Creates the file, for the user alone; fails when it is there. */
  create(path: string): number;
  write(fd: number, bytes: Uint8Array, offset: number): number;
  fsync(fd: number): void;
  close(fd: number): void;
  rename(from: string, to: string): void;
  /** Gives the file a second name; fails when that is taken, and where there are no hard links. */
  link(from: string, to: string): void;
  /** Copies the file durably; fails when the target is there. */
  copy(from: string, to: string): void;
  unlink(path: string): void;
  /** Makes the folder's entries durable; does nothing where folders cannot be synced. */
  fsyncFolder(path: string): void;
  /** Blocks for that many milliseconds. */
  pause(ms: number): void;
}

export const nodeDurableFs: DurableFs = {
  create: (path) => openSync(path, 'wx', 0o600),
  write: (fd, bytes, offset) => writeSync(fd, bytes, offset),
  fsync: fsyncSync,
  close: closeSync,
  rename: renameSync,
  link: linkSync,
  copy: (from, to) => {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    const fd = openSync(to, 'r+');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  },
  unlink: unlinkSync,
  fsyncFolder: (path) => {
    if (process.platform === 'win32') return;
    const fd = openSync(path, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  },
  pause: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

/** Milliseconds before each further try of a rename: about half a second in all. */
const RENAME_PAUSES = [1, 2, 5, 10, 20, 40, 80, 160, 200];
/** What Windows says while a virus scanner or a reader has the file open. */
const TRANSIENT_CODES = new Set(['EPERM', 'EBUSY', 'EACCES']);
const TEMPORARY_SUFFIX = '.tmp';

let writes = 0;

/**
 * Replaces a file as a whole: when it returns, the new content survives a power cut; when it throws
 * (the error of the file system), the old content stands untouched and no temporary file is left.
 * `beforeReplacing` runs when the new content is safe and the old one still stands.
 */
export function writeDurably(
  file: string,
  bytes: Uint8Array,
  fs: DurableFs = nodeDurableFs,
  beforeReplacing: () => void = () => undefined,
): void {
  writes += 1;
  const temporary = `${file}.${process.pid}-${writes}${TEMPORARY_SUFFIX}`;
  const fd = fs.create(temporary);
  try {
    writeAndSync(fd, bytes, fs);
    beforeReplacing();
    renameWithRetry(temporary, file, fs);
  } catch (error) {
    discard(temporary, fs);
    throw error;
  }
  syncFolder(dirname(file), fs);
}

/**
 * Gives the file a second name, in whose place another file may stand, without a moment in which
 * that name stands for nothing. Where links are impossible it becomes a copy. Throws what the file
 * system throws; then the name stands for what it stood for.
 */
export function linkAs(file: string, kept: string, fs: DurableFs = nodeDurableFs): void {
  const temporary = `${kept}${TEMPORARY_SUFFIX}`;
  discard(temporary, fs);
  try {
    linkOrCopy(file, temporary, fs);
    renameWithRetry(temporary, kept, fs);
  } finally {
    // A failure leaves it, and so does a rename where both were names of one file already.
    discard(temporary, fs);
  }
}

function linkOrCopy(from: string, to: string, fs: DurableFs): void {
  try {
    fs.link(from, to);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw error;
    fs.copy(from, to);
  }
}

/** Removes what writers of this file left behind when they were killed. Only for the one writer. */
export function removeTemporaryFiles(file: string): void {
  const prefix = `${basename(file)}.`;
  for (const name of readdirSync(dirname(file))) {
    if (name.startsWith(prefix) && name.endsWith(TEMPORARY_SUFFIX)) {
      discard(join(dirname(file), name), nodeDurableFs);
    }
  }
}

function writeAndSync(fd: number, bytes: Uint8Array, fs: DurableFs): void {
  try {
    let offset = 0;
    while (offset < bytes.length) offset += fs.write(fd, bytes, offset);
    fs.fsync(fd);
  } finally {
    fs.close(fd);
  }
}

/** `rename` that outlasts another program's short grip on the target (Windows). */
export function renameWithRetry(from: string, to: string, fs: DurableFs = nodeDurableFs): void {
  for (const pause of RENAME_PAUSES) {
    try {
      fs.rename(from, to);
      return;
    } catch (error) {
      if (!TRANSIENT_CODES.has(errorCode(error))) throw error;
      fs.pause(pause);
    }
  }
  fs.rename(from, to);
}

function discard(temporary: string, fs: DurableFs): void {
  try {
    fs.unlink(temporary);
  } catch {
    // Mostly there is none. Else the first error is the one to tell, and the next holder removes it.
  }
}

function syncFolder(folder: string, fs: DurableFs): void {
  try {
    fs.fsyncFolder(folder);
  } catch {
    // The rename has happened and every reader sees it, so this is no failed write. Some file
    // systems cannot sync folders; after a power cut there the whole old or new file stands.
  }
}
