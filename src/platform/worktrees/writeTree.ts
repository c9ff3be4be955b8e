import { copyFile, mkdir, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isGone } from '../workspace/contentHash';
import { gitFiles, type GitListing } from '../workspace/gitFiles';
import { StateError } from '../../ports/workspaceState';
import { listSome } from '../../text/list';
import { isLeftOutBySparse, listOutsideSparse } from './outsideSparse';
import { watchAll } from './watchAll';
import type { GitFolder } from './gitFolder';

export interface TreeOptions {
  /** Folder for the temporary index; made if it is missing. */
  readonly scratch: string;
  /** Commit, or a reference to one, whose files count as tracked; absent: those of the index. */
  readonly tracked?: string;
  /** Folders that are no part of it, relative to the root of the working tree. */
  readonly leftOut?: readonly string[];
  /** Untracked files that are no part of it, likewise. */
  readonly artefacts?: readonly string[];
}

/** A temporary index that has all files of a working tree as they are. */
export interface FilledIndex {
  /** Environment of the commands that use it. */
  readonly variables: Readonly<Record<string, string>>;
  /** Id of the tree with these files. */
  readonly tree: string;
}

/** The id of the tree of `withFilledIndex`. */
export async function writeTree(git: GitFolder, options: TreeOptions): Promise<string> {
  return await withFilledIndex(git, options, ({ tree }) => Promise.resolve(tree));
}

/**
 * Writes the tracked and unignored files of a working tree as a tree object, and passes it on with its index: also those that
 * the user told git not to compare. Touches no index, reference or file of the working tree. Submodules stay as they are tracked, other repositories are left out.
 * `git`: at the root of the working tree. Throws `StateError`, such as for a file that cannot be read.
 */
export async function withFilledIndex<T>(
  git: GitFolder,
  options: TreeOptions,
  use: (filled: FilledIndex) => Promise<T>,
): Promise<T> {
  await mkdir(options.scratch, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(options.scratch, 'index-'));
  try {
    const index = join(folder, 'index');
    await copyIndex(await git.indexFile(), index);
    const variables = { GIT_INDEX_FILE: index };
    const { tracked } = options;
    const listed = await gitFiles(git.options);
    if (listed !== undefined) await watchAll(git, listed.unwatched, variables);
    if (tracked !== undefined)
      await git.text(['read-tree', '--no-recurse-submodules', '--reset', tracked], { variables });
    await addAll(git, { ...options, listed }, variables);
    return await use({ variables, tree: await git.text(['write-tree'], { variables }) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Copies an index, so that git reads only files that changed since. A file that changed in the very moment in which the
 * index was written is known by the time of the index, so the copy must not look newer.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(from);
    await copyFile(from, to);
    const seconds = Math.floor(mtimeMs / 1000) - 1;
    await utimes(to, seconds, seconds);
  } catch (error) {
    // There is none before the first `git add`.
    if (!isGone(error)) throw error;
  }
}

async function addAll(
  git: GitFolder,
  {
    tracked,
    leftOut = [],
    artefacts = [],
    listed,
  }: TreeOptions & { readonly listed: GitListing | undefined },
  variables: FilledIndex['variables'],
): Promise<void> {
  const repositories = (listed?.repositories ?? []).map((path) => path.toString());
  const without = [...leftOut, ...repositories];
  const paths = [':(top)', ...without.map((path) => `:(top,exclude,literal)${path}`)];
  const isSparse = (listed?.unwatched.skipped.length ?? 0) > 0;
  // A worktree made from the workspace would not have them either.
  const mayLeave = (path: string): boolean =>
    tracked === undefined ||
    artefacts.includes(path) ||
    without.some((folder) => path.startsWith(`${folder}/`));
  await addPaths(git, { paths, isSparse, mayLeave }, variables);
  if (artefacts.length === 0) return;
  const known = tracked === undefined ? new Set() : await listTree(git, tracked);
  const removed = artefacts.filter((path) => !known.has(path));
  if (removed.length === 0) return;
  await git.text(['update-index', '-z', '--force-remove', '--stdin'], {
    variables,
    input: removed.map((path) => `${path}\0`).join(''),
  });
}

/** How often git may fail because a file changes while it is read. */
const MAX_TRIES = 5;

interface AddedPaths {
  /** Pathspecs. */
  readonly paths: readonly string[];
  /** Whether the checkout leaves tracked files out. */
  readonly isSparse: boolean;
  /** Whether a file outside of the sparse checkout may be missing in the tree. */
  readonly mayLeave: (path: string) => boolean;
}

const MAX_NAMED = 10;

function outsideSparse({ directory }: GitFolder, paths: readonly string[]): StateError {
  return new StateError(
    `The sparse checkout does not have ${listSome(paths, MAX_NAMED)}, so git does not see the change there. Remove these files in ${directory}, or run \`git sparse-checkout add\` with their folders there and in the workspace.`,
  );
}

/** Tries again where it fails: somebody may write a file at that moment. */
async function addPaths(
  git: GitFolder,
  { paths, isSparse, mayLeave }: AddedPaths,
  variables: FilledIndex['variables'],
): Promise<void> {
  const args = [
    ...['-c', 'core.safecrlf=false'],
    ...['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul'],
  ];
  for (let tries = 1; ; tries += 1) {
    const end = await git.run(args, { variables, input: paths.join('\0') });
    const isLeftOut = isLeftOutBySparse(end);
    const left =
      isSparse || isLeftOut
        ? (await listOutsideSparse(git, variables)).filter((path) => !mayLeave(path))
        : [];
    if ((end.code === 0 || isLeftOut) && left.length === 0) return;
    if (tries === MAX_TRIES)
      throw left.length === 0 ? git.failure(args, end) : outsideSparse(git, left);
  }
}

/** Submodules and other repositories in a working tree, relative to its root. */
export async function listRepositories(git: GitFolder): Promise<readonly string[]> {
  const listed = await gitFiles(git.options);
  return (listed?.repositories ?? []).map((path) => path.toString());
}

async function listTree(git: GitFolder, tree: string): Promise<ReadonlySet<string>> {
  const listed = await git.text(['ls-tree', '-r', '-z', '--name-only', '--full-tree', tree]);
  return new Set(listed.split('\0'));
}
