import {
  fchmodSync,
  fchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { StateError } from '../../../ports/workspaceState';
import { errorCode } from '../../state/files/diskError';
import { nodeDurableFs, writeDurably } from '../../state/files/durableFile';

/** Larger files hold no settings. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Of a new file: the user alone. */
const NEW_MODE = 0o600;

/**
 * The text of a settings file; undefined where there is none. Throws `StateError`, which names the file and what would
 * be right.
 */
export function readSettingsFile(file: string): string | undefined {
  const bytes = readBytes(file);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new StateError(`${file} is not UTF-8; save it as UTF-8.`);
  }
}

function readBytes(file: string): Buffer | undefined {
  try {
    return readIfThere(file);
  } catch (error) {
    throw error instanceof StateError ? error : settingsError('read', file, error);
  }
}

function readIfThere(file: string): Buffer | undefined {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined)
    throw new StateError(
      `${file} is a link to a file that does not exist; create it or remove the link.`,
    );
  if (!found.isFile()) throw new StateError(`${file} is no file; move it away.`);
  if (found.size > MAX_BYTES) throw new StateError(`${file} is larger than settings can be.`);
  return readFileSync(file);
}

/**
 * Makes a settings file have a text, or removes it (undefined): whole or not at all, with its permissions and its
 * owner, and where a link leads to. Returns the topmost folder that was created for it. Throws `StateError` where the
 * file has another text than `before` by now, or cannot be written.
 */
export function writeSettingsFile(
  file: string,
  before: string | undefined,
  after: string | undefined,
): string | undefined {
  if (readSettingsFile(file) !== before)
    throw new StateError(`${file} was changed meanwhile; nothing was written. Try again.`);
  try {
    if (after === undefined) {
      unlinkSync(file);
      return undefined;
    }
    const folder = mkdirSync(dirname(file), { recursive: true });
    const target = before === undefined ? file : realpathSync(file);
    replaceText(target, after);
    return folder;
  } catch (error) {
    throw error instanceof StateError
      ? error
      : settingsError(after === undefined ? 'remove' : 'write', file, error);
  }
}

/** Removes empty folders, from that of `file` up to `top`. */
export function removeEmptyFolders(file: string, top: string): void {
  for (let folder = dirname(file); folder.startsWith(top); folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      // Something else is in it, or it is gone.
      return;
    }
  }
}

function replaceText(target: string, text: string): void {
  const found = statSync(target, { throwIfNoEntry: false });
  const mode = found === undefined ? NEW_MODE : found.mode & 0o7777;
  if ((mode & 0o222) === 0)
    throw new StateError(`${target} is read-only; make it writable, then try again.`);
  writeDurably(target, Buffer.from(text), {
    ...nodeDurableFs,
    create: (path) => {
      const fd = openSync(path, 'wx', mode);
      if (found !== undefined && process.getuid !== undefined) {
        const isOwn = found.uid === process.getuid() && found.gid === process.getgid?.();
        if (!isOwn) fchownSync(fd, found.uid, found.gid);
      }
      fchmodSync(fd, mode);
      return fd;
    },
  });
}

/** Says what could not be done with a file of the guard, why, and what to do. */
export function settingsError(action: string, file: string, error: unknown): StateError {
  const cause = error instanceof Error ? error.message : String(error);
  return new StateError(`Could not ${action} ${file}: ${explain(errorCode(error))} (${cause})`, {
    cause: error,
  });
}

function explain(code: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'there is no space left; free some and try again.';
    case 'EROFS':
      return 'the disk is read-only.';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied; make file and folder writable for you.';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'a file is in the way of a folder; move it away.';
    default:
      return 'the system refused it.';
  }
}
