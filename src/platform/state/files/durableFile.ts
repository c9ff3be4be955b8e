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

/** File operations of a durable write; replaced in tests to simulate failures. */
export interface DurableFs {
  /** Creates the file with permissions for the user only; fails if it exists. */
  create(path: string): number;
  write(fd: number, bytes: Uint8Array, offset: number): number;
  fsync(fd: number): void;
  close(fd: number): void;
  rename(from: string, to: string): void;
  /** Creates a hard link; fails if the name is taken or hard links are unsupported. */
  link(from: string, to: string): void;
  /** Copies the file durably; fails if the target exists. */
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
  fsyncFolder,
  pause: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

/** Milliseconds before each retry of a rename: about half a second in total. */
const RENAME_PAUSES = [1, 2, 5, 10, 20, 40, 80, 160, 200];
/** Error codes on Windows while a virus scanner or a reader has the file open. */
const TRANSIENT_CODES = new Set(['EPERM', 'EBUSY', 'EACCES']);
const TEMPORARY_SUFFIX = '.tmp';

let writes = 0;

/**
 * Replaces a file atomically: when it returns, the new content survives a power cut; when it
 * throws (the file system's error), the old content is untouched and no temporary file is left.
 * `beforeReplacing` runs when the new content is durable and the old one still in place.
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
 * Gives the file a second name, replacing any file of that name atomically. Copies where hard
 * links are impossible. Throws the file system's error; then the name is unchanged.
 */
export function linkAs(file: string, kept: string, fs: DurableFs = nodeDurableFs): void {
  const temporary = `${kept}${TEMPORARY_SUFFIX}`;
  discard(temporary, fs);
  try {
    linkOrCopy(file, temporary, fs);
    renameWithRetry(temporary, kept, fs);
  } finally {
    // Left by a failure, and by a rename between two names of one file.
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

/**
 * Removes temporary files that killed writers of this file left. To be called by the single writer
 * only.
 */
export function removeTemporaryFiles(file: string): void {
  const prefix = `${basename(file)}.`;
  for (const name of readdirSync(dirname(file))) {
    if (name.startsWith(prefix) && name.endsWith(TEMPORARY_SUFFIX)) {
      discard(join(dirname(file), name), nodeDurableFs);
    }
  }
}

/**
 * As `removeTemporaryFiles`, where others may write the file as well: only what writers have left that exist no more.
 * Never throws.
 */
export function removeLeftTemporaryFiles(file: string, exists: (pid: number) => boolean): void {
  const prefix = `${basename(file)}.`;
  for (const name of namesIn(dirname(file))) {
    const [, pid] = (name.startsWith(prefix) && LEFT.exec(name.slice(prefix.length))) || [];
    if (pid !== undefined && !exists(Number(pid)))
      discard(join(dirname(file), name), nodeDurableFs);
  }
}

/** What `writeDurably` adds to a name. */
const LEFT = /^([1-9]\d{0,9})-\d+\.tmp$/;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
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

/** Renames with retries while another program briefly locks the target (Windows). */
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
    // Usually missing. Otherwise the first error is reported and the next holder removes the file.
  }
}

/** Makes the names in a folder durable where that is possible. */
export function syncFolder(folder: string, fs: DurableFs = nodeDurableFs): void {
  try {
    fs.fsyncFolder(folder);
  } catch {
    // The rename is visible to every reader, so the write did not fail. Some file systems cannot
    // sync folders; after a power cut, the whole old or new file remains.
  }
}

/** Makes the names in a folder durable; Windows has no such call. */
export function fsyncFolder(path: string | Buffer): void {
  if (process.platform === 'win32') return;
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
