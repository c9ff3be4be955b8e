import { lstatSync, readdirSync, type Dirent } from 'node:fs';
import { createFolderCheck } from './fileHashes';
import { isGitName } from './gitName';
import type { UnknownPath } from './listFiles';
import { listedFile, systemPath, type ListedFile, type PathName } from './listedFile';

/** Those of the paths that are folders in real folders: no link is followed. */
export function findFolders<Each extends PathName>(
  workspaceDir: string,
  paths: readonly Each[],
): readonly Each[] {
  const isInFolder = createFolderCheck(workspaceDir);
  return paths.filter(
    (each) => isInFolder(each.raw ?? each.path) && isFolder(systemPath(workspaceDir, each)),
  );
}

function isFolder(path: string | Buffer): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/**
 * Finds what stands in these folders and is not listed: git names neither ignored files where a
 * folder replaced a tracked file, nor the `.git` of a folder with tracked files. Folders below in
 * which nothing is listed are named as a whole (with trailing `/`). Empty folders hold no one's
 * work: they are left out.
 */
export function findUnlisted(
  workspaceDir: string,
  folders: readonly PathName[],
  listed: readonly ListedFile[],
): readonly UnknownPath[] {
  const names = new Set(listed.map((each) => textOf(bytesOf(each))));
  const open = new Set([...names].flatMap(foldersOf));
  const within = (folder: Buffer): readonly Buffer[] => {
    const entries = entriesOf(workspaceDir, folder);
    if (entries === undefined) return [asFolder(folder)];
    return entries.flatMap((entry) => {
      const path = Buffer.concat([folder, SLASH, entry.name]);
      const isListed = names.has(textOf(path));
      if (!entry.isDirectory()) return isListed ? [] : [path];
      if (isGitName(entry.name.toString())) return [asFolder(path)];
      if (isListed || open.has(textOf(path))) return within(path);
      return holdsSomething(workspaceDir, path) ? [asFolder(path)] : [];
    });
  };
  return folders
    .flatMap((folder) => within(bytesOf(folder)))
    .map((path) => listedFile(path, { tracked: false }))
    .map(({ path, raw }) => ({ path, raw }));
}

/** Whether a folder holds anything but empty folders. */
function holdsSomething(workspaceDir: string, folder: Buffer): boolean {
  const entries = entriesOf(workspaceDir, folder);
  return (
    entries?.some(
      (entry) =>
        !entry.isDirectory() ||
        isGitName(entry.name.toString()) ||
        holdsSomething(workspaceDir, Buffer.concat([folder, SLASH, entry.name])),
    ) ?? true
  );
}

/** Undefined if the folder cannot be read. */
function entriesOf(workspaceDir: string, folder: Buffer): readonly Dirent<Buffer>[] | undefined {
  try {
    const path = Buffer.concat([Buffer.from(`${workspaceDir}/`), folder]);
    return readdirSync(path, { withFileTypes: true, encoding: 'buffer' });
  } catch {
    return undefined;
  }
}

const SLASH = Buffer.from('/');

function asFolder(path: Buffer): Buffer {
  return Buffer.concat([path, SLASH]);
}

function bytesOf({ path, raw }: PathName): Buffer {
  return raw ?? Buffer.from(path);
}

/** A text for each sequence of bytes. */
function textOf(bytes: Buffer): string {
  return bytes.toString('latin1');
}

function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
    folders.push(path.slice(0, end));
  return folders;
}
