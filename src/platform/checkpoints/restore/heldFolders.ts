import { closeSync, constants, lstatSync, openSync } from 'node:fs';
import { isGone } from '../../workspace/contentHash';

/** Calls `work` with a path for the same entry, below folders that are no links. */
export type WithHeldFolders = <T>(path: Buffer, work: (path: Buffer) => T) => T;

const SLASH = 0x2f;
/** Where Linux shows the open files of this process. */
const OPEN_FILES = '/proc/self/fd';
// Linux's O_PATH, which Node does not name: a folder may be held that may not be listed.
const O_PATH = 0x200000;
const FOLDER = O_PATH | constants.O_DIRECTORY;

/**
 * Makes sure that an operation reaches no place outside of `root`, though somebody may put a link in the place of a folder at
 * any moment: throws ENOTDIR instead. `root` itself may be a link. On Linux each folder is held open while the operation
 * runs; elsewhere folders are looked at just before.
 */
export function holdFolders(root: string, platform = process.platform): WithHeldFolders {
  return platform === 'linux' && showsOpenFiles(root)
    ? (path, work) => belowOpenFolder(root, path, work)
    : (path, work) => {
        for (const end of folderEnds(root, path)) requireFolder(path.subarray(0, end));
        return work(path);
      };
}

/** Not so without /proc, and in a process that changed its user. */
function showsOpenFiles(root: string): boolean {
  try {
    return belowOpenFolder(root, Buffer.from(`${root}/.`), (path) => lstatSync(path)).isDirectory();
  } catch {
    return false;
  }
}

function belowOpenFolder<T>(root: string, path: Buffer, work: (path: Buffer) => T): T {
  let fd = openSync(root, FOLDER);
  let start = Buffer.byteLength(root) + 1;
  try {
    const entry = (end?: number): Buffer =>
      Buffer.concat([Buffer.from(`${OPEN_FILES}/${fd}/`), path.subarray(start, end)]);
    for (const end of folderEnds(root, path)) {
      const next = openSync(entry(end), FOLDER | constants.O_NOFOLLOW);
      closeSync(fd);
      [fd, start] = [next, end + 1];
    }
    return work(path.length < start ? Buffer.from(root) : entry());
  } catch (error) {
    nameFolder(error, `${OPEN_FILES}/${fd}/`, path.subarray(0, start));
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** Users know the folder by its path. */
function nameFolder(error: unknown, held: string, folder: Buffer): void {
  if (error instanceof Error) error.message = error.message.replace(held, () => folder.toString());
}

/** Where the names of the folders between `root` and the last name of the path end. */
function folderEnds(root: string, path: Buffer): readonly number[] {
  const ends: number[] = [];
  const first = Buffer.byteLength(root) + 1;
  for (let at = path.indexOf(SLASH, first); at !== -1; at = path.indexOf(SLASH, at + 1)) {
    ends.push(at);
  }
  return ends;
}

function requireFolder(path: Buffer): void {
  if (isFolder(path)) return;
  throw Object.assign(new Error(`ENOTDIR: not a directory: ${path.toString()}`), {
    code: 'ENOTDIR',
  });
}

function isFolder(path: Buffer): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}
