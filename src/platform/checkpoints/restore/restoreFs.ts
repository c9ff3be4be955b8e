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
import { isGone, READ_FLAGS } from '../../workspace/contentHash';
import { holdFolders } from './heldFolders';
import { fsyncFolder } from '../../state/files/durableFile';

/**
 * File operations of a restore; none follows a link at the end of a path. Those that open or change something follow
 * none between the workspace and the path either. Replaced in tests to simulate failures.
 */
export interface RestoreFs {
  /** Undefined if nothing exists. */
  lstat(path: Buffer): BigIntStats | undefined;
  readdir(path: Buffer): readonly Buffer[];
  readlink(path: Buffer): Buffer;
  /** Opens a plain file for reading; does not follow links or wait for pipes. */
  open(path: Buffer): number;
  /** Creates a file for reading and writing by the user only; fails if it exists. */
  create(path: Buffer): number;
  fstat(fd: number): BigIntStats;
  /** Returns the number of bytes read at `position`; 0 at the end. */
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
  /** Throws unless entries can be created and removed in the folder. */
  checkWritable(folder: Buffer): void;
  fsyncFolder(path: Buffer): void;
}

/** The file operations of a restore in one workspace. */
export function openRestoreFs(workspaceDir: string): RestoreFs {
  const held = holdFolders(workspaceDir);
  return {
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
    open: (path) => held(path, (there) => openSync(there, READ_FLAGS)),
    create: (path) => held(path, (there) => openSync(there, 'wx+', 0o600)),
    fstat: (fd) => fstatSync(fd, { bigint: true }),
    read: (fd, into, position) => readSync(fd, into, 0, into.length, position),
    write: (fd, bytes, offset) => writeSync(fd, bytes, offset),
    chmod: fchmodSync,
    fsync: fsyncSync,
    close: closeSync,
    symlink: (text, path) => {
      held(path, (there) => {
        symlinkSync(text, there);
      });
    },
    mkdir: (path, mode) => held(path, (there) => mkdirSync(there, mode)),
    rmdir: (path) => {
      held(path, (there) => {
        rmdirSync(there);
      });
    },
    unlink: (path) => {
      held(path, unlinkSync);
    },
    rename: (from, to) => {
      held(from, (source) => {
        held(to, (target) => {
          renameSync(source, target);
        });
      });
    },
    checkWritable: (folder) => accessSync(folder, constants.W_OK | constants.X_OK),
    fsyncFolder,
  };
}
