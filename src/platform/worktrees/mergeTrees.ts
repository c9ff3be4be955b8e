import { records } from '../workspace/gitFiles';
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
  const end = await git.run(args);
  // 1: there are conflicts.
  if (end.code !== 0 && end.code !== 1) throw git.failure(args, end);
  const [tree = '', ...paths] = records(end.stdout);
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
  const parts = [...records(output)];
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
