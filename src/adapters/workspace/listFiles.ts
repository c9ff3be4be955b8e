import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { gitFiles, type GitListing } from './gitFiles';
import { listedFile, systemPath, type ListedFile } from './listedFile';
import { walkFiles } from './walkFiles';

export interface ListOptions {
  /** Absolute. */
  readonly workspaceDir: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Path of git; without it the folders are walked. */
  readonly git: string | undefined;
}

/**
 * Tracked and unignored files of the workspace and of every repository inside it, sorted by path,
 * each once. A listed file may be gone from the disk.
 */
export async function listFiles(options: ListOptions): Promise<readonly ListedFile[]> {
  const found = new Map<string, ListedFile>();
  const repositories: Buffer[] = [Buffer.alloc(0)];
  for (let prefix = repositories.pop(); prefix !== undefined; prefix = repositories.pop()) {
    if (!(await isFolder(options.workspaceDir, prefix))) {
      add(found, listedFile(prefix, { tracked: true }));
      continue;
    }
    const listing = await askGit(options, prefix);
    if (listing === undefined) await addWalked(found, options.workspaceDir, prefix);
    else repositories.push(...addListing(found, prefix, listing));
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function askGit(options: ListOptions, prefix: Buffer): Promise<GitListing | undefined> {
  const { path, raw } = listedFile(prefix, { tracked: true });
  // A folder whose name is no text cannot be a working directory here.
  if (options.git === undefined || raw !== undefined) return undefined;
  const { git, environment, workspaceDir } = options;
  const nested = path !== '';
  const directory = nested ? `${workspaceDir}/${path}` : workspaceDir;
  const ceiling = nested ? { ceiling: dirname(directory) } : {};
  const listing = await gitFiles({ git, environment, directory, ...ceiling });
  // A workspace that an outer repository ignores as a whole is none of git's business.
  return listing === undefined || isEmpty(listing) ? undefined : listing;
}

function isEmpty({ tracked, untracked, repositories }: GitListing): boolean {
  return tracked.length + untracked.length + repositories.length === 0;
}

/** Adds what git listed; returns the repositories inside that are to be listed next. */
function addListing(
  found: Map<string, ListedFile>,
  prefix: Buffer,
  listing: GitListing,
): readonly Buffer[] {
  for (const path of listing.untracked) add(found, listedFile(below(prefix, path), UNTRACKED));
  for (const path of listing.tracked) add(found, listedFile(below(prefix, path), TRACKED));
  return listing.repositories.filter(({ length }) => length > 0).map((path) => below(prefix, path));
}

const TRACKED = { tracked: true };
const UNTRACKED = { tracked: false };

async function addWalked(
  found: Map<string, ListedFile>,
  workspaceDir: string,
  prefix: Buffer,
): Promise<void> {
  const root = systemPath(workspaceDir, listedFile(prefix, UNTRACKED));
  for (const { path, unreadable } of await walkFiles(root))
    add(found, listedFile(below(prefix, path), { tracked: false, unreadable }));
}

function add(found: Map<string, ListedFile>, file: ListedFile): void {
  if (file.tracked || !found.has(file.path)) found.set(file.path, file);
}

function below(prefix: Buffer, path: Buffer): Buffer {
  if (prefix.length === 0) return path;
  return path.length === 0 ? prefix : Buffer.concat([prefix, Buffer.from('/'), path]);
}

async function isFolder(workspaceDir: string, prefix: Buffer): Promise<boolean> {
  if (prefix.length === 0) return true;
  try {
    return (await lstat(systemPath(workspaceDir, listedFile(prefix, TRACKED)))).isDirectory();
  } catch {
    return false;
  }
}
