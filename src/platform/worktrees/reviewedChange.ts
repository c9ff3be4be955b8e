import type { ReviewedFile } from '../../model/review/taskReview';
import { countLines } from './changeLines';
import type { FoundRepository } from './findRepository';
import { toGitPath } from './gitPath';
import { listChanges } from './mergeTrees';

/** The files in which a commit differs from its parent, below the workspace; sorted by path. */
export async function listChange(
  { git, prefix }: FoundRepository,
  commit: string,
): Promise<readonly ReviewedFile[]> {
  const sides = [`${commit}^`, commit] as const;
  const lines = await countLines(git, ...sides);
  return (await listChanges(git, ...sides))
    .map(({ path, action }) => {
      const counted = lines.get(path);
      return { path: path.slice(prefix.length), action, ...(counted && { lines: counted }) };
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Content of a file in a commit; undefined if it contains none. */
export async function contentAt(
  { git, prefix }: FoundRepository,
  commit: string,
  path: string,
): Promise<Uint8Array | undefined> {
  const named = toGitPath(prefix, path);
  if (named === undefined) return undefined;
  const { code, stdout } = await git.run(['cat-file', 'blob', `${commit}:${named}`]);
  return code === 0 ? stdout : undefined;
}
