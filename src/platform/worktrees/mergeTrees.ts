import { StateError } from '../../ports/workspaceState';
import { listedFile } from '../workspace/listedFile';
import type { ChangedPath } from '../../ports/worktrees';
import type { GitFolder } from './gitFolder';

/** A merged tree; with marks of the conflicts where there are any. */
export interface MergedTree {
  readonly tree: string;
  /** Relative to the root of the working tree. */
  readonly conflicts: readonly string[];
}

/** Merges two commits with one common parent; changes no file. Throws `StateError`. */
export async function mergeTrees(
  git: GitFolder,
  ours: string,
  theirs: string,
): Promise<MergedTree> {
  const args = ['merge-tree', '--write-tree', '--no-messages', '--name-only', '-z', ours, theirs];
  const { code, stdout, stderr } = await git.run(args);
  // 1: there are conflicts.
  if (code !== 0 && code !== 1)
    throw new StateError(`git merge-tree failed in ${git.directory}: ${stderr.toString().trim()}`);
  const [tree = '', ...paths] = splitZero(stdout);
  return { tree: tree.toString(), conflicts: [...new Set(paths.map(toPath))] };
}

/** Paths that differ between two trees or commits, renames as two. */
export async function listChanges(
  git: GitFolder,
  before: string,
  after: string,
): Promise<readonly ChangedPath[]> {
  const output = await git.bytes([
    ...['diff-tree', '-r', '-z', '--no-renames', '--name-status'],
    ...[before, after, '--'],
  ]);
  const parts = splitZero(output);
  return parts.flatMap((part, index) => {
    const path = parts[index + 1];
    return index % 2 === 1 || path === undefined
      ? []
      : { path: toPath(path), action: actionOf(part.toString()) };
  });
}

function actionOf(status: string): ChangedPath['action'] {
  if (status === 'A') return 'added';
  return status === 'D' ? 'deleted' : 'changed';
}

function toPath(bytes: Buffer): string {
  return listedFile(bytes, { tracked: true }).path;
}

function splitZero(output: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  let start = 0;
  for (let end = output.indexOf(0); end !== -1; end = output.indexOf(0, start)) {
    if (end > start) parts.push(output.subarray(start, end));
    start = end + 1;
  }
  return parts;
}
