import type { LandingCommit } from '../../model/landing/landing';
import type { CommitRequest, CommitResult, MergedChange } from '../../ports/worktrees';
import type { FoundRepository } from './findRepository';
import { describeGitFailure, type GitFolder } from './gitFolder';
import { changeIndex, listDiffering, readCommit, readIndex, UNRESOLVED } from './indexEntries';

/** Makes the commit of a change that was merged with HEAD, in the user's name; no reference moves. Throws `StateError`. */
export async function makeCommit(
  { git, prefix }: FoundRepository,
  { head = '', merged, paths }: MergedChange,
  { mode, taskId, message, own }: CommitRequest,
): Promise<CommitResult> {
  const place =
    mode === 'commit'
      ? await findHead(git, {
          head,
          paths: paths.map(({ path }) => `${prefix}${path}`),
        })
      : await findBranch(git, taskId, own);
  if ('why' in place) return { kind: 'refused', why: place.why };
  const parents = head === '' ? [] : ['-p', head];
  const commit = await git.text(['commit-tree', `${merged}^{tree}`, ...parents, '-F', '-'], {
    input: message,
  });
  return { kind: 'prepared', git: { commit, ...place } };
}

/** Why no commit can be made in the user's name, a sentence with the remedy. */
export async function findNameProblem(git: GitFolder): Promise<string | undefined> {
  const { code } = await git.run(['var', 'GIT_COMMITTER_IDENT']);
  return code === 0
    ? undefined
    : `Git does not know in whose name \`land\` makes commits. Run \`git config user.name\` and \`git config user.email\` with yours in ${git.directory}, or set \`land: files\`.`;
}

type Place = Pick<LandingCommit, 'ref' | 'before'> | { readonly why: string };

/** The user's own staged changes must not become a part of the commit, nor undo it. */
async function findHead(
  git: GitFolder,
  { head, paths }: { readonly head: string; readonly paths: readonly string[] },
): Promise<Place> {
  const [index, commit] = [await readIndex(git), await readCommit(git, head)];
  const staged = paths.find((path) => index.get(path) !== commit.get(path));
  if (staged === undefined) return { ref: await headName(git), before: head };
  return index.get(staged) === UNRESOLVED
    ? { why: `${staged} has a conflict that is not resolved; resolve it and commit or unstage it` }
    : { why: `you have staged changes in ${staged}; commit or unstage them` };
}

async function headName(git: GitFolder): Promise<string> {
  return (await git.find(['symbolic-ref', '--quiet', 'HEAD'])) ?? 'HEAD';
}

async function findBranch(git: GitFolder, taskId: string, own: readonly string[]): Promise<Place> {
  const name = `devs/${taskId}`;
  const ref = `refs/heads/${name}`;
  if ((await git.find(['check-ref-format', ref])) === undefined)
    return { why: `${name} is no name that git allows for a branch; give the task another id` };
  const before = await git.findCommit(ref);
  if (before === undefined) return { ref, before: '' };
  if (!own.includes(before))
    return {
      why: `there is a branch ${name} that Devs did not make, or that has moved since; rename or delete it`,
    };
  const used = await git.text(['for-each-ref', '--format=%(worktreepath)', ref]);
  return used === ''
    ? { ref, before }
    : { why: `the branch ${name} is checked out in ${used}; check out another one there` };
}

/**
 * Moves the reference of a landing to its commit, where that has not happened yet. `stages`: HEAD is that reference, and the
 * index follows it at the paths of the commit. What keeps it from that, a clause; then index and reference are as before.
 */
export async function moveReference(
  git: GitFolder,
  { commit, ref, before }: LandingCommit,
  { stages }: { readonly stages: boolean },
): Promise<string | undefined> {
  if (!stages) return await updateRef(git, ref, { commit, before });
  const [old, next] = [await readCommit(git, before), await readCommit(git, commit)];
  const paths = listDiffering(old, next);
  const takeBack = async (): Promise<boolean> =>
    await changeIndex(git, { from: next, to: old, paths });
  const head = (await git.findCommit('HEAD')) ?? '';
  if ((await headName(git)) !== ref || (head !== before && !(await isWithin(git, commit, head)))) {
    await takeBack();
    return 'another commit was checked out meanwhile';
  }
  if (head !== before) return undefined;
  if (!(await changeIndex(git, { from: old, to: next, paths })))
    return 'the index of the repository is locked by another program';
  const problem = await updateRef(git, 'HEAD', { commit, before });
  if (problem !== undefined) await takeBack();
  return problem;
}

async function isWithin(git: GitFolder, commit: string, head: string): Promise<boolean> {
  return (await git.find(['merge-base', '--is-ancestor', commit, head])) !== undefined;
}

async function updateRef(
  git: GitFolder,
  ref: string,
  { commit, before }: Pick<LandingCommit, 'commit' | 'before'>,
): Promise<string | undefined> {
  const now = (await git.findCommit(ref)) ?? '';
  if (now === commit) return undefined;
  // '' stands for a reference that is not there, as it does for git.
  const end = await git.run(['update-ref', '-m', 'devs: landed', ref, commit, before]);
  return end.code === 0 ? undefined : `git could not move ${ref}: ${describeGitFailure(end)}`;
}
