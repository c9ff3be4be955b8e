import { constants, existsSync, lstatSync, readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { writeDurably } from '../state/files/durableFile';
import { listFiles } from '../workspace/listFiles';
import type { GitFolder } from './gitFolder';
import { listRepositories } from './writeTree';

/**
 * Submodules and other repositories in the workspace. A worktree gets their files as they are, without their repository:
 * what a task changes there cannot land.
 */
export interface NestedRepositories {
  /** Relative to the root of the working tree. */
  readonly folders: readonly string[];
  /** Size and time of each file as it was copied. */
  readonly files: Readonly<Record<string, string>>;
  /** Those that the setup made, likewise: no work of the task. */
  readonly made?: readonly string[] | undefined;
}

const schema = z.object({
  folders: z.array(z.string()),
  files: z.record(z.string(), z.string()),
  made: z.optional(z.array(z.string())),
});
const RECORD = 'nested.json';
const NONE: NestedRepositories = { folders: [], files: {} };

/** Copies the files of nested repositories into a new worktree, and notes them in its folder. */
export async function copyNested(
  git: GitFolder,
  { folder, files: to }: { readonly folder: string; readonly files: string },
  leftOut: readonly string[],
): Promise<void> {
  const found = await listRepositories(git);
  const folders = found.filter(
    (path) => !leftOut.some((each) => path === each || path.startsWith(`${each}/`)),
  );
  if (folders.length === 0) return;
  const files: Record<string, string> = {};
  for (const path of await listBelow(git, git.directory, folders)) {
    const target = join(to, path);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(git.directory, path), target, {
      ...{ verbatimSymlinks: true, preserveTimestamps: true },
      mode: constants.COPYFILE_FICLONE,
    });
    files[path] = stampOf(target);
  }
  writeDurably(join(folder, RECORD), Buffer.from(JSON.stringify({ folders, files })));
}

/** Notes in the folder of a worktree which repositories its setup made. `git`: at the root of the worktree. */
export async function noteMade(git: GitFolder, folder: string): Promise<void> {
  const nested = readNested(folder);
  const made = (await listRepositories(git)).filter((path) => !nested.folders.includes(path));
  if (made.length > 0)
    writeDurably(join(folder, RECORD), Buffer.from(JSON.stringify({ ...nested, made })));
}

/** A repository with files that are no artefacts, which the task made; undefined for none. `git`: at the root of the worktree. */
export async function findNewRepository(
  git: GitFolder,
  { folders, made = [] }: NestedRepositories,
  artefacts: ReadonlySet<string>,
): Promise<string | undefined> {
  const known = new Set([...folders, ...made]);
  for (const path of await listRepositories(git)) {
    if (known.has(path)) continue;
    const files = await listBelow(git, git.directory, [path]);
    if (files.some((file) => !artefacts.has(file))) return path;
  }
  return undefined;
}

/** What was noted. */
export function readNested(folder: string): NestedRepositories {
  const file = join(folder, RECORD);
  return existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : NONE;
}

/** Files of nested repositories that differ from what was copied, `artefacts` aside. `git`: at the root of the worktree. */
export async function listNestedChanges(
  git: GitFolder,
  { folders, files }: NestedRepositories,
  artefacts: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (folders.length === 0) return [];
  const now = await listBelow(git, git.directory, folders);
  return [...new Set([...Object.keys(files), ...now])].filter(
    (path) => !artefacts.has(path) && stampOf(join(git.directory, path)) !== files[path],
  );
}

async function listBelow(
  git: GitFolder,
  root: string,
  folders: readonly string[],
): Promise<readonly string[]> {
  const { environment, git: program } = git.options;
  const paths: string[] = [];
  for (const folder of folders) {
    const workspaceDir = join(root, folder);
    if (!existsSync(workspaceDir)) continue;
    // A submodule without its repository is walked: git would list the repository around it.
    const isOwn = existsSync(join(workspaceDir, '.git'));
    const listed = await listFiles({ workspaceDir, environment, git: isOwn ? program : undefined });
    for (const { path, raw } of listed.files)
      if (raw === undefined && isFile(join(workspaceDir, path))) paths.push(`${folder}/${path}`);
  }
  return paths;
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
}

function stampOf(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.size} ${Math.floor(stats.mtimeMs)}`;
}
