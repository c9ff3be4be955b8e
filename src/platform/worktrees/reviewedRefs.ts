import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { GitFolder } from './gitFolder';

/**
 * References to changes that wait for a review, each with the name that git has for the worktree. The references of one
 * worktree alone, below `refs/worktree`, do not keep their commits from `git gc`.
 */
const REVIEWED = 'refs/devs/reviewed';

/** Keeps a commit with its worktree, until the next one is kept. `git`: at the root of the worktree. Throws `StateError`. */
export async function keepReviewed(git: GitFolder, commit: string): Promise<void> {
  const own = await git.text(['rev-parse', '--git-dir']);
  await git.text(['update-ref', `${REVIEWED}/${basename(own)}`, commit]);
}

/**
 * Drops the references of worktrees that are removed, and of those that git knows no more. `common`: the folder of the
 * repository that its worktrees share; `removed`: folders in which it keeps what it knows of them. What cannot be dropped
 * now is dropped with the next worktree.
 */
export async function dropReviewed(
  git: GitFolder,
  common: string,
  removed: readonly string[],
): Promise<void> {
  const inside = `--git-dir=${common}`;
  const format = '--format=%(refname)';
  const kept = (await git.find([inside, 'for-each-ref', format, REVIEWED]))?.split('\n') ?? [];
  const names = new Set(removed.map((folder) => basename(folder)));
  const left = kept.filter((reference) => {
    const name = basename(reference);
    return name !== '' && (names.has(name) || !existsSync(join(common, 'worktrees', name)));
  });
  if (left.length === 0) return;
  const input = left.map((reference) => `delete ${reference}\n`).join('');
  await git.run([inside, 'update-ref', '--stdin'], { input });
}
