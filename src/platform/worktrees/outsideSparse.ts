import { records } from '../workspace/gitFiles';
import { listedFile, systemPath } from '../workspace/listedFile';
import type { GitFolder } from './gitFolder';
import { isThere } from './isThere';

/** What `git add` prints, besides its exit code 1, for new files that a sparse checkout does not have; it adds the others. */
const LEFT_OUT = 'outside of your sparse-checkout definition';

export function isLeftOutBySparse({
  code,
  stderr,
}: Awaited<ReturnType<GitFolder['run']>>): boolean {
  return code === 1 && stderr.includes(LEFT_OUT);
}

/**
 * Files of a working tree that an index does not have as they are after `git add`, because they are outside of the sparse
 * checkout; paths as in `ListedFile`, without other repositories. `variables`: select the index. Throws `StateError`.
 */
export async function listOutsideSparse(
  git: GitFolder,
  variables: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const args = ['ls-files', '-z', '--modified', '--others', '--exclude-standard'];
  return [...records(await git.bytes(args, { variables }))]
    .map((bytes) => listedFile(bytes, { tracked: true }))
    .filter((file) => !file.path.endsWith('/') && isThere(systemPath(git.directory, file)))
    .map(({ path }) => path);
}
