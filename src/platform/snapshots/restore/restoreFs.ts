import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeSync,
  type BigIntStats,
} from 'node:fs';
import { isGone, READ_FLAGS } from '../../workspace/files/contentHash';

/** The file operations of a restore, none of which follows a link at the end of a path; tests make them fail. */
export interface RestoreFs {
  /** Undefined when nothing is there. */
  lstat(path: Buffer): BigIntStats | undefined;
  readdir(path: Buffer): readonly Buffer[];
  readlink(path: Buffer): Buffer;
  /** Opens a plain file for reading; neither follows a link nor waits for a pipe. */
  open(path: Buffer): number;
  /** Creates a file for reading and writing, for the user alone; fails when it is there. */
  create(path: Buffer): number;
  fstat(fd: number): BigIntStats;
  /** Bytes read at `position`; 0 at the end. */
  read(fd: number, into: Buffer, position: number): number;
  write(fd: number, bytes: Uint8Array, offset: number): number;
  chmod(fd: number, mode: number): void;
  fsync(fd: number): void;
  close(fd: number): void;
  symlink(text: Buffer, path: Buffer): void;
  mkdir(path: Buffer, mode: number): void;
  rmdir(path: Buffer): void;
  unlink(path: Buffer): void;
  rename(from: Buffer, to: Buffer): void;
  /** Throws unless entries may be made in and taken out of the folder. */
  checkWritable(folder: Buffer): void;
  fsyncFolder(path: Buffer): void;
}

export const nodeRestoreFs: RestoreFs = {
  lstat: (path) => {
    try {
      return lstatSync(path, { bigint: true, throwIfNoEntry: false });
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  },
  readdir: (path) => readdirSync(path, { encoding: 'buffer' }),
  readlink: (path) => readlinkSync(path, { encoding: 'buffer' }),
  open: (path) => openSync(path, READ_FLAGS),
  create: (path) => openSync(path, 'wx+', 0o600),
  fstat: (fd) => fstatSync(fd, { bigint: true }),
  read: (fd, into, position) => readSync(fd, into, 0, into.length, position),
  write: (fd, bytes, offset) => writeSync(fd, bytes, offset),
  chmod: fchmodSync,
  fsync: fsyncSync,
  close: closeSync,
  symlink: (text, path) => symlinkSync(text, path),
  mkdir: (path, mode) => mkdirSync(path, mode),
  rmdir: (path) => rmdirSync(path),
  unlink: unlinkSync,
  rename: renameSync,
  checkWritable: (folder) => accessSync(folder, constants.W_OK | constants.X_OK),
  fsyncFolder: (path) => {
    if (process.platform === 'win32') return;
    const fd = openSync(path, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  },
};
