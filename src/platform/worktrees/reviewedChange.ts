import type { ReviewedFile } from '../../model/review/taskReview';
import { countLines } from './changeLines';
import { listKinds } from './fileKinds';
import { StateError } from '../../ports/workspaceState';
import { records } from '../workspace/gitFiles';
import { listedFile } from '../workspace/listedFile';
import type { FoundRepository } from './findRepository';
import type { GitFolder } from './gitFolder';
import { toGitPath } from './gitPath';
import { listChanges } from './mergeTrees';

/** The files in which a commit differs from its parent, below the workspace; sorted by path. Throws `StateError`. */
export async function listChange(
  { git, prefix }: FoundRepository,
  commit: string,
): Promise<readonly ReviewedFile[]> {
  if ((await git.find(['cat-file', '-e', commit])) === undefined) throw new StateError(REMOVED);
  const sides = [`${commit}^`, commit] as const;
  const [lines, kinds] = [await countLines(git, ...sides), await listKinds(git, ...sides)];
  return (await listChanges(git, ...sides))
    .map(({ path, action }) => {
      const [counted, kind] = [lines.get(path), kinds.get(path)];
      return {
        ...{ path: path.slice(prefix.length), action },
        ...(counted && { lines: counted }),
        ...(kind && { kind }),
      };
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Somebody removed the reference that keeps it. */
const REMOVED =
  'The diff of the change is gone: `git gc` removed it from the repository. The files are in the worktree of the task; accept, resume or skip it.';

/** Content of a file in a commit; undefined if it contains none. */
export async function contentAt(
  { git, prefix }: FoundRepository,
  commit: string,
  path: string,
): Promise<Uint8Array | undefined> {
  const named = toGitPath(prefix, path);
  const blob =
    named === undefined ? await findBlob(git, commit, prefix + path) : `${commit}:${named}`;
  if (blob === undefined) return undefined;
  const { code, stdout } = await git.run(['cat-file', 'blob', blob]);
  return code === 0 ? stdout : undefined;
}

/** The content of a file whose name is no text in UTF-8, and so no argument either; `path`: escaped, from the root. */
async function findBlob(git: GitFolder, commit: string, path: string): Promise<string | undefined> {
  const listed = await git.bytes(['ls-tree', '-r', '-z', '--full-tree', commit]);
  for (const record of records(listed)) {
    const tab = record.indexOf('\t');
    if (listedFile(record.subarray(tab + 1), { tracked: true }).path === path)
      return record.toString('latin1', 0, tab).split(' ')[2];
  }
  return undefined;
}
