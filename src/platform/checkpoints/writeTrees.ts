import type { PathName } from '../workspace/listedFile';
import { toBytePath } from './bytePath';
import type { WorkspaceScan } from '../workspace/scanWorkspace';
import { encodeTree, splitTree, type TreeLine } from './tree';

interface Folder {
  readonly lines: TreeLine[];
  readonly folders: Map<string, Folder>;
}

/**
 * Writes the trees of a workspace, one object per folder, with `add`, which stores an object and
 * returns its id. Resolves with the root's id; ids are equal exactly for equal workspaces.
 */
export async function writeTrees(
  scan: WorkspaceScan,
  add: (object: Buffer) => Promise<string>,
): Promise<string> {
  const root: Folder = { lines: [], folders: new Map() };
  const known = new Map<string, Folder>([['', root]]);
  for (const { file, entry } of scan.files.values()) {
    const { folder, name } = place(known, file);
    folder.lines.push({ kind: 'entry', name, entry });
  }
  for (const { path, raw } of scan.unknown.values()) {
    const isFolder = path.endsWith('/');
    const cut = isFolder ? { path: path.slice(0, -1), raw: raw?.subarray(0, -1) } : { path, raw };
    const { folder, name } = place(known, cut);
    folder.lines.push({ kind: 'unknown', name, isFolder });
  }
  return writeFolder(root, add);
}

function place(known: Map<string, Folder>, path: PathName) {
  const bytes = toBytePath(path);
  const cut = bytes.lastIndexOf('/');
  return { folder: folderAt(known, bytes.slice(0, Math.max(cut, 0))), name: bytes.slice(cut + 1) };
}

function folderAt(known: Map<string, Folder>, path: string): Folder {
  const there = known.get(path);
  if (there !== undefined) return there;
  const cut = path.lastIndexOf('/');
  const folder: Folder = { lines: [], folders: new Map() };
  folderAt(known, path.slice(0, Math.max(cut, 0))).folders.set(path.slice(cut + 1), folder);
  known.set(path, folder);
  return folder;
}

async function writeFolder(
  folder: Folder,
  add: (object: Buffer) => Promise<string>,
): Promise<string> {
  const lines = folder.lines;
  for (const [name, inner] of folder.folders)
    lines.push({ kind: 'folder', name, id: await writeFolder(inner, add) });
  lines.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const parts = splitTree(lines);
  if (parts.length === 1) return add(encodeTree(lines));
  const more: TreeLine[] = [];
  for (const part of parts) more.push({ kind: 'more', id: await add(encodeTree(part)) });
  return add(encodeTree(more));
}

/** One name may occur twice: as a folder with known entries, and as unknown for the rest. */
function sortKey(line: TreeLine): string {
  return line.kind === 'more' ? '' : `${line.name}\0${line.kind}`;
}
