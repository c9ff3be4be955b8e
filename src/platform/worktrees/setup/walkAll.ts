import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NO_TEXT, NotKept } from './notKept';

export type EntryKind = 'folder' | 'file' | 'link' | 'other';

export interface Entry {
  /** Relative to where the walk began, with `/`. */
  readonly path: string;
  readonly kind: EntryKind;
}

/**
 * All that is at and below a path, each folder before what is in it; follows no link. Nothing if it is not there. Throws
 * `NotKept` for a name that is no text. `enters` says which folders are read, all of them unless it is given.
 */
export async function* walkAll(
  root: string,
  path: string,
  enters: (entry: Entry) => boolean = () => true,
): AsyncGenerator<Entry> {
  const stats = await lstat(join(root, path)).catch(() => undefined);
  if (stats === undefined) return;
  const first: Entry = { path, kind: kindOf(stats) };
  yield first;
  const open = first.kind === 'folder' && enters(first) ? [path] : [];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const listed = await readdir(join(root, folder), { withFileTypes: true, encoding: 'buffer' });
    for (const each of listed) {
      if (!isUtf8(each.name)) throw new NotKept(NO_TEXT);
      const entry: Entry = { path: `${folder}/${each.name.toString()}`, kind: kindOf(each) };
      yield entry;
      if (entry.kind === 'folder' && enters(entry)) open.push(entry.path);
    }
  }
}

function kindOf(
  each: Pick<Dirent<Buffer>, 'isDirectory' | 'isFile' | 'isSymbolicLink'>,
): EntryKind {
  if (each.isDirectory()) return 'folder';
  if (each.isFile()) return 'file';
  return each.isSymbolicLink() ? 'link' : 'other';
}
