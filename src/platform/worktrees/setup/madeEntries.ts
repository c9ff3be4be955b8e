import { isUtf8 } from 'node:buffer';
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gitIgnored, gitUntrackedFolders } from '../../workspace/gitFiles';
import type { GitOptions } from '../../workspace/runGit';
import { NO_TEXT, NotKept } from './notKept';
import { walkAll, type Entry } from './walkAll';

/** What is there that git does not track: path → what changes when the entry does. */
export type UntrackedEntries = ReadonlyMap<string, string>;

export interface EntriesPlace {
  /** Git at the root of the worktree. */
  readonly git: GitOptions;
  /** Folders of nested repositories, relative to that root: git does not list what is in them. */
  readonly nested: readonly string[];
}

const FOLDER = 'folder';

/** Lists what is there before a setup, folders that only lead to it included. */
export async function listUntracked(place: EntriesPlace): Promise<UntrackedEntries> {
  const entries = new Map<string, string>();
  const root = place.git.directory;
  for (const top of await listTops(place)) {
    for (let up = dirname(top); up !== '.'; up = dirname(up)) entries.set(up, FOLDER);
    for await (const entry of walkAll(root, top))
      entries.set(entry.path, await stampOf(root, entry));
  }
  return entries;
}

/**
 * Topmost entries that a setup made, all that is in them included. Throws `NotKept` if it also changed or removed what was
 * there before.
 */
export async function findMade(
  place: EntriesPlace,
  before: UntrackedEntries,
): Promise<readonly string[]> {
  const root = place.git.directory;
  const made: string[] = [];
  const left = new Set(before.keys());
  const wasThere = ({ path }: Entry): boolean => before.has(path);
  for (const top of await listTops(place)) {
    for await (const entry of walkAll(root, top, wasThere)) {
      const { path } = entry;
      left.delete(path);
      const stamp = before.get(path);
      if (stamp === undefined) made.push(path);
      else if (stamp !== (await stampOf(root, entry)))
        throw new NotKept(`it changed ${path}, which was there before`);
    }
  }
  for (const path of left)
    if (before.get(path) !== FOLDER || (await isGone(join(root, path))))
      throw new NotKept(`it removed ${path}, which was there before`);
  return made;
}

/** Paths at which something untracked begins; none is in another one. */
async function listTops({ git, nested }: EntriesPlace): Promise<readonly string[]> {
  const [ignored, folders] = [await gitIgnored(git), await gitUntrackedFolders(git)];
  if (ignored === undefined || folders === undefined)
    throw new NotKept('git cannot list its files');
  const listed = [...ignored, ...folders];
  if (!listed.every((path) => isUtf8(path))) throw new NotKept(NO_TEXT);
  const all = [...listed.map(String), ...nested].map((path) => path.replace(/\/$/, ''));
  const tops: string[] = [];
  for (const path of all.sort(byFolder)) {
    const last = tops.at(-1);
    if (last === undefined || (path !== last && !path.startsWith(`${last}/`))) tops.push(path);
  }
  return tops;
}

/** A folder directly before what is in it: "a", "a/b", "a-b". */
function byFolder(a: string, b: string): number {
  const [left, right] = [a.replaceAll('/', '\0'), b.replaceAll('/', '\0')];
  return left < right ? -1 : Number(left > right);
}

async function stampOf(root: string, { path, kind }: Entry): Promise<string> {
  if (kind === 'folder') return FOLDER;
  const { size, mtimeNs, ctimeNs, ino, mode } = await lstat(join(root, path), { bigint: true });
  return [size, mtimeNs, ctimeNs, ino, mode].join(' ');
}

async function isGone(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) === undefined;
}
