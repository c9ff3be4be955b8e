import type { Unwatched } from '../workspace/gitFiles';
import { listedFile, systemPath } from '../workspace/listedFile';
import type { GitFolder } from './gitFolder';
import { isThere } from './isThere';

/**
 * Makes git compare all files in an index with the working tree, but for those that a sparse checkout leaves out. `git`: at
 * the root of the working tree; `variables`: select the index. Throws `StateError`.
 */
export async function watchAll(
  git: GitFolder,
  { assumedUnchanged, skipped }: Unwatched,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const there = skipped.filter((path) =>
    isThere(systemPath(git.directory, listedFile(path, { tracked: true }))),
  );
  const update = async (flag: string, paths: readonly Buffer[]): Promise<void> => {
    if (paths.length === 0) return;
    const input = Buffer.concat(paths.flatMap((path) => [path, Buffer.of(0)]));
    await git.text(['update-index', flag, '-z', '--stdin'], { variables, input });
  };
  await update('--no-skip-worktree', there);
  await update('--no-assume-unchanged', assumedUnchanged);
}
