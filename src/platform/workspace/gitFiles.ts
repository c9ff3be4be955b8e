import { runGit, type GitOptions } from './runGit';

/** Git's list of one folder; paths are relative to it, as bytes. */
export interface GitListing {
  readonly tracked: readonly Buffer[];
  readonly untracked: readonly Buffer[];
  /** Submodules and nested repositories, which git does not list. */
  readonly repositories: readonly Buffer[];
  /** Folders that git could not read, without `/`. */
  readonly unreadable: readonly Buffer[];
  /** Tracked files that git does not compare with the working tree, as the user told it. */
  readonly unwatched: Unwatched;
}

/** Tracked files by the flag that keeps git from comparing them. */
export interface Unwatched {
  readonly assumedUnchanged: readonly Buffer[];
  /** Those that a sparse checkout leaves out, too. */
  readonly skipped: readonly Buffer[];
}

const SUBMODULE_MODE = '160000';
const TAB = 0x09;
const SLASH = 0x2f;
/** Each entry begins with a letter for its state and a blank; this one stands for untracked files. */
const UNTRACKED_TAG = 0x3f;
/** The letter of a file with `--skip-worktree`; that of one with `--assume-unchanged` is lowercase. */
const SKIPPED_TAG = 'S';
const TAG_BYTES = 2;

/**
 * Lists tracked and unignored files below a folder. Undefined if git does not answer: no
 * repository, a distrusted owner, a broken index, an unreadable folder whose name is ambiguous.
 * Rejects when git takes over two minutes.
 */
export async function gitFiles(options: GitOptions): Promise<GitListing | undefined> {
  // One process for both: starting a process dominates the time.
  const listed = await runGit(options, [
    ...['ls-files', '-z', '-v', '--stage', '--others', '--exclude-standard'],
  ]);
  const unreadable = listed && unreadableFolders(listed.stderr);
  if (listed === undefined || unreadable === undefined) return undefined;
  const tracked: Buffer[] = [];
  const untracked: Buffer[] = [];
  const repositories: Buffer[] = [];
  const assumedUnchanged: Buffer[] = [];
  const skipped: Buffer[] = [];
  for (const record of records(listed.stdout)) {
    const entry = record.subarray(TAG_BYTES);
    if (record[0] === UNTRACKED_TAG) {
      if (entry.at(-1) === SLASH) repositories.push(entry.subarray(0, -1));
      else untracked.push(entry);
    } else {
      const path = entry.subarray(entry.indexOf(TAB) + 1);
      const isSubmodule = entry.toString('latin1', 0, SUBMODULE_MODE.length) === SUBMODULE_MODE;
      (isSubmodule ? repositories : tracked).push(path);
      const tag = record.toString('latin1', 0, 1);
      if (tag.toUpperCase() === SKIPPED_TAG) skipped.push(path);
      if (tag !== tag.toUpperCase()) assumedUnchanged.push(path);
    }
  }
  return { tracked, untracked, repositories, unreadable, unwatched: { assumedUnchanged, skipped } };
}

/**
 * Lists what git ignores below a folder: files, and folders (with trailing `/`) that a rule
 * ignores as a whole. Undefined and rejects as `gitFiles`.
 */
export async function gitIgnored(options: GitOptions): Promise<readonly Buffer[] | undefined> {
  const listed = await runGit(options, [
    ...['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'],
  ]);
  if (listed === undefined) return undefined;
  const all = [...records(listed.stdout)];
  const texts = new Set(all.map((path) => path.toString('latin1')));
  // A folder that is listed together with its files is not ignored as a whole.
  const open = new Set<string>();
  for (const text of texts) {
    for (let end = text.lastIndexOf('/', text.length - 2); end > 0;) {
      open.add(text.slice(0, end + 1));
      end = text.lastIndexOf('/', end - 1);
    }
  }
  return all.filter((path) => !open.has(path.toString('latin1')));
}

/**
 * Lists the folders below a folder in which git tracks nothing, and which no rule ignores: other repositories, and folders
 * that are empty or have only ignored files; with trailing `/`. Undefined and rejects as `gitFiles`.
 */
export async function gitUntrackedFolders(
  options: GitOptions,
): Promise<readonly Buffer[] | undefined> {
  const listed = await runGit(options, [
    ...['ls-files', '-z', '--others', '--exclude-standard', '--directory'],
  ]);
  return listed && [...records(listed.stdout)].filter((path) => path.at(-1) === SLASH);
}

/** The records of an output with `-z`, each without the NUL that ends it; empty ones left out. */
export function* records(output: Buffer): Generator<Buffer> {
  let start = 0;
  for (let end = output.indexOf(0); end !== -1; end = output.indexOf(0, start)) {
    if (end > start) yield output.subarray(start, end);
    start = end + 1;
  }
}

const COULD_NOT = "warning: could not open directory '";

/**
 * Parses git's warnings about unreadable folders, in which `?` replaces non-printable characters.
 * Undefined if a name is ambiguous.
 */
function unreadableFolders(stderr: Buffer): readonly Buffer[] | undefined {
  const found: Buffer[] = [];
  for (const line of stderr.toString('latin1').split('\n')) {
    if (!line.startsWith(COULD_NOT)) continue;
    const end = line.lastIndexOf("': ");
    const named = line.slice(COULD_NOT.length, end).replace(/\/$/, '');
    if (end === -1 || named === '' || named.includes('?')) return undefined;
    found.push(Buffer.from(named, 'latin1'));
  }
  return found;
}
