import { isUtf8 } from 'node:buffer';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryOf } from './linkedRepository';

/**
 * A folder at one moment, links unfollowed: relative path (a character for each byte) → what stands
 * there, as `file 644 …` or `link …`. Empty folders are no part of it.
 */
export interface Tree {
  readonly work: ReadonlyMap<string, string>;
  /** All that lies in `.git` folders, or where such a file leads, with inode and time of change. */
  readonly repositories: ReadonlyMap<string, string>;
  /** Folders that hold a `.git`; '' for the folder itself. */
  readonly repositoryFolders: readonly string[];
}

/** Bytes of a path that has one character for each. */
export function rawBytes(path: string): Buffer {
  return Buffer.from(path, 'latin1');
}

/** A path of text with a character for each of its bytes. */
export function rawPath(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** How Devs writes such a path: bytes that are no UTF-8 stand as `\xE9`, and a name that reads so as `\x5CxE9`. */
export function shownPath(path: string): string {
  const bytes = rawBytes(path);
  const text = (isUtf8(bytes) ? bytes.toString() : path).replace(
    /\\x(?=5C|[89A-F][0-9A-F])/g,
    String.raw`\x5Cx`,
  );
  if (isUtf8(bytes)) return text;
  return text.replace(
    /[\x80-\xff]/g,
    (char) => `\\x${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The path as the file system takes it. */
export function systemPath(root: string, path: string): Buffer {
  return path === '' ? Buffer.from(root) : Buffer.concat([Buffer.from(`${root}/`), rawBytes(path)]);
}

export function readTree(root: string): Tree {
  const [work, repositories] = [new Map<string, string>(), new Map<string, string>()];
  const repositoryFolders: string[] = [];
  const walk = (folder: string, inside: boolean): void => {
    for (const entry of readdirSync(systemPath(root, folder), {
      withFileTypes: true,
      encoding: 'buffer',
    })) {
      const name = entry.name.toString('latin1');
      const path = folder === '' ? name : `${folder}/${name}`;
      const isGit = inside || name === '.git';
      if (name === '.git' && !inside) repositoryFolders.push(folder);
      if (entry.isDirectory()) walk(path, isGit);
      else if (isGit) repositories.set(path, whatStands(root, path) + stamp(root, path));
      else work.set(path, whatStands(root, path));
    }
  };
  walk('', false);
  const elsewhere = repositoryOf(root);
  for (const [path, standing] of elsewhere === undefined ? [] : readOutside(elsewhere))
    repositories.set(`${elsewhere}/${path}`, standing);
  return { work, repositories, repositoryFolders };
}

/** Everything in a folder that is no workspace: path → content, mode and time of change. */
export function readOutside(root: string): ReadonlyMap<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).map(rawPath);
  const leaves = names.filter((path) => !lstatSync(join(root, path)).isDirectory());
  return new Map(leaves.map((path) => [path, whatStands(root, path) + stamp(root, path)]));
}

function whatStands(root: string, path: string): string {
  const system = systemPath(root, path);
  const stats = lstatSync(system);
  if (stats.isSymbolicLink()) return `link ${readlinkSync(system, 'latin1')}`;
  return `file ${(stats.mode & 0o7777).toString(8)} ${readFileSync(system, 'latin1')}`;
}

function stamp(root: string, path: string): string {
  const { ino, mtimeNs } = lstatSync(systemPath(root, path), { bigint: true });
  return `\n${ino} ${mtimeNs}`;
}

/** Bytes of what stands somewhere, by its description in a tree. */
export function sizeOf(standing: string | undefined): number {
  if (standing?.startsWith('file ') !== true) return 0;
  return standing.length - standing.indexOf(' ', 5) - 1;
}
