import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { gitFiles, gitIgnored, type GitListing } from './gitFiles';
import { listedFile, systemPath, type ListedFile } from './listedFile';
import { walkFiles } from './walkFiles';

export interface ListOptions {
  /** Absolute. */
  readonly workspaceDir: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Path of git; without it the folders are walked. */
  readonly git: string | undefined;
}

/** Files of the workspace and all nested repositories. */
export interface Listing {
  /**
   * Tracked and unignored files, sorted by path, without duplicates. A listed file may be missing
   * on disk.
   */
  readonly files: readonly ListedFile[];
  /**
   * Paths that were not scanned: ignored files, and ignored or unreadable folders (with trailing
   * `/`) with all their content. Undefined unless requested.
   */
  readonly unknown: ReadonlyMap<string, UnknownPath> | undefined;
  /** Paths in `files` that are listed only with `withUnknown`: folders that git could not read. */
  readonly notedOnly: ReadonlySet<string>;
}

/** A path with unknown content; a folder ends with `/`. */
export type UnknownPath = Pick<ListedFile, 'path' | 'raw'>;

interface Found {
  readonly files: Map<string, ListedFile>;
  readonly unknown: Map<string, UnknownPath> | undefined;
  readonly notedOnly: Set<string>;
}

/** Lists the workspace, with or without unknown paths. */
export async function listFiles(
  options: ListOptions,
  { withUnknown }: { readonly withUnknown: boolean } = { withUnknown: false },
): Promise<Listing> {
  const unknown = withUnknown ? new Map<string, UnknownPath>() : undefined;
  const found: Found = { files: new Map(), unknown, notedOnly: new Set() };
  const repositories: Buffer[] = [Buffer.alloc(0)];
  for (let prefix = repositories.pop(); prefix !== undefined; prefix = repositories.pop()) {
    if (!(await isFolder(options.workspaceDir, prefix))) {
      add(found, listedFile(prefix, { tracked: true }));
      continue;
    }
    const asked = await askGit(options, prefix, withUnknown);
    if (asked === undefined) await addWalked(found, options.workspaceDir, prefix);
    else {
      // Git does not list `.git`, but a restore over the folder must know it.
      if (prefix.length > 0) addUnknown(found, joinBytes(prefix, Buffer.from('.git/')));
      repositories.push(...addListing(found, prefix, asked));
    }
  }
  const files = [...found.files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, unknown, notedOnly: found.notedOnly };
}

interface GitAnswer extends GitListing {
  readonly ignored: readonly Buffer[];
}

async function askGit(
  options: ListOptions,
  prefix: Buffer,
  withIgnored: boolean,
): Promise<GitAnswer | undefined> {
  const { path, raw } = listedFile(prefix, { tracked: true });
  // A folder whose name is not valid UTF-8 cannot be a working directory.
  if (options.git === undefined || raw !== undefined) return undefined;
  const { git, environment, workspaceDir } = options;
  const nested = path !== '';
  const directory = nested ? `${workspaceDir}/${path}` : workspaceDir;
  const ceiling = nested ? { ceiling: dirname(directory) } : {};
  const about = { git, environment, directory, ...ceiling };
  const [listing, ignored] = await Promise.all([
    gitFiles(about),
    withIgnored ? gitIgnored(about) : [],
  ]);
  // An outer repository may ignore the whole workspace: walk it instead.
  if (listing === undefined || ignored === undefined || isEmpty(listing)) return undefined;
  return { ...listing, ignored };
}

function isEmpty({ tracked, untracked, repositories }: GitListing): boolean {
  return tracked.length + untracked.length + repositories.length === 0;
}

/** Adds git's list; returns nested repositories to list next. */
function addListing(found: Found, prefix: Buffer, listing: GitAnswer): readonly Buffer[] {
  for (const path of listing.untracked) add(found, listedFile(joinBytes(prefix, path), UNTRACKED));
  for (const path of listing.tracked) add(found, listedFile(joinBytes(prefix, path), TRACKED));
  for (const path of listing.ignored) addUnknown(found, joinBytes(prefix, path));
  for (const path of listing.unreadable) {
    if (found.unknown === undefined) break;
    const folder = listedFile(joinBytes(prefix, path), { tracked: false, unreadable: true });
    add(found, folder);
    found.notedOnly.add(folder.path);
  }
  return listing.repositories
    .filter(({ length }) => length > 0)
    .map((path) => joinBytes(prefix, path));
}

const TRACKED = { tracked: true };
const UNTRACKED = { tracked: false };
const SLASH = Buffer.from('/');

async function addWalked(found: Found, workspaceDir: string, prefix: Buffer): Promise<void> {
  const root = systemPath(workspaceDir, listedFile(prefix, UNTRACKED));
  const { files, skipped } = await walkFiles(root);
  for (const { path, unreadable } of files)
    add(found, listedFile(joinBytes(prefix, path), { tracked: false, unreadable }));
  for (const path of skipped) addUnknown(found, joinBytes(prefix, path));
}

function add({ files, unknown }: Found, file: ListedFile): void {
  // A name is listed twice where git knows it as tracked as well.
  if (file.tracked || !files.has(file.path)) files.set(file.path, file);
  if (file.unreadable && unknown !== undefined) {
    const raw = file.raw === undefined ? undefined : Buffer.concat([file.raw, SLASH]);
    unknown.set(`${file.path}/`, { path: `${file.path}/`, raw });
  }
}

function addUnknown({ unknown }: Found, bytes: Buffer): void {
  const { path, raw } = listedFile(bytes, UNTRACKED);
  unknown?.set(path, { path, raw });
}

function joinBytes(prefix: Buffer, path: Buffer): Buffer {
  if (prefix.length === 0) return path;
  return path.length === 0 ? prefix : Buffer.concat([prefix, SLASH, path]);
}

async function isFolder(workspaceDir: string, prefix: Buffer): Promise<boolean> {
  if (prefix.length === 0) return true;
  try {
    return (await lstat(systemPath(workspaceDir, listedFile(prefix, TRACKED)))).isDirectory();
  } catch {
    return false;
  }
}
