import type { GitFolder } from './gitFolder';

// These commits are never on a branch; the user need not have a name configured.
const DEVS = {
  GIT_AUTHOR_NAME: 'Devs',
  GIT_AUTHOR_EMAIL: 'devs@localhost',
  GIT_COMMITTER_NAME: 'Devs',
  GIT_COMMITTER_EMAIL: 'devs@localhost',
};

/** Makes a commit of a tree that no reference names; returns its id. */
export async function devsCommit(
  git: GitFolder,
  {
    tree,
    parent,
    message,
  }: { readonly tree: string; readonly parent?: string | undefined; readonly message: string },
): Promise<string> {
  const parents = parent === undefined ? [] : ['-p', parent];
  return await git.text(['commit-tree', '--no-gpg-sign', tree, ...parents, '-m', message], {
    variables: DEVS,
  });
}
