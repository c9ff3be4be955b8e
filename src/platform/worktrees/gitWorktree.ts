import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ReviewedChange } from '../../model/review/taskReview';
import type { ChangedPath, LandingTarget, MergeResult, Worktree } from '../../ports/worktrees';
import { countLines } from './changeLines';
import { devsCommit } from './devsCommit';
import type { FoundRepository } from './findRepository';
import { findGitFileProblem } from './gitFile';
import type { GitFolder } from './gitFolder';
import { toGitPath } from './gitPath';
import { makeCommit } from './landingCommits';
import { listChanges, mergeTrees } from './mergeTrees';
import {
  findNewRepository,
  listNestedChanges,
  type NestedRepositories,
} from './nestedRepositories';
import { keepReviewed } from './reviewedRefs';
import type { WorktreeFiles } from './worktreeFiles';
import { writeTree } from './writeTree';

export interface GitWorktreeParts extends Pick<
  Worktree,
  | 'directory'
  | 'variables'
  | 'workspace'
  | 'checkpoints'
  | 'repository'
  | 'isNew'
  | 'beginSetup'
  | 'finishSetup'
> {
  readonly home: FoundRepository;
  readonly files: WorktreeFiles;
  readonly scratch: string;
  readonly nested: () => NestedRepositories;
}

/** Makes the port of an open worktree. */
export function gitWorktree(parts: GitWorktreeParts): Worktree {
  const { home, files } = parts;
  const { directory, variables, workspace, checkpoints, repository } = parts;
  const { isNew, beginSetup, finishSetup } = parts;
  return {
    ...{ directory, variables, workspace, checkpoints, repository, isNew, beginSetup, finishSetup },
    recordChange: (artefacts) => recordChange(parts, [...artefacts]),
    isUnchanged: async () => (await files.tree([])) === (await files.base()).tree,
    merge: (target, artefacts) => merge(parts, target, [...artefacts]),
    commit: (merged, request) => makeCommit(home, merged, request),
    dropChange: ({ commit }) => files.drop(commit),
    forgetDropped: () => files.forgetDropped(),
    restoreDropped: ({ commit }) => files.restoreDropped(commit),
    bringTo: ({ base, files: to }) => files.move({ base, to }),
  };
}

/** The change of a task as a commit on its base. */
interface OwnChange {
  readonly kind: 'change';
  readonly base: string;
  /** Id of the tree of `base`. */
  readonly baseTree: string;
  readonly tree: string;
  readonly commit: string;
}

type OwnChangeResult = OwnChange | Extract<MergeResult, { readonly kind: 'nothing' | 'refused' }>;

async function readOwnChange(
  { home: { git, prefix }, files, nested }: GitWorktreeParts,
  artefacts: readonly string[],
): Promise<OwnChangeResult> {
  const problem = findGitFileProblem(files.git.directory);
  if (problem !== undefined) return { kind: 'refused', why: problem };
  const { commit: base, tree: baseTree } = await files.base();
  const left = artefacts.flatMap((path) => toGitPath(prefix, path) ?? []);
  const repositories = nested();
  const [lost] = await listNestedChanges(files.git, repositories, new Set(left));
  if (lost !== undefined)
    return {
      kind: 'refused',
      why: `it changed ${lost}, which is in another repository than the workspace and never lands`,
    };
  const made = await findNewRepository(files.git, repositories, new Set(left));
  if (made !== undefined)
    return {
      kind: 'refused',
      why: `it made the git repository ${made}, whose files never land; remove ${made}/.git, or let git ignore the folder`,
    };
  const tree = await files.tree(left);
  if (tree === baseTree) return { kind: 'nothing' };
  const commit = await devsCommit(git, { tree, parent: base, message: 'The change of a task' });
  const changes = await listChanges(git, base, commit);
  const outside = changes.filter(({ path }) => !path.startsWith(prefix)).map(({ path }) => path);
  if (outside.length > 0)
    return {
      kind: 'refused',
      why: `it changed files outside of the workspace, which never land: ${outside.join(', ')}`,
    };
  return { kind: 'change', base, baseTree, tree, commit };
}

async function recordChange(
  parts: GitWorktreeParts,
  artefacts: readonly string[],
): Promise<ReviewedChange | undefined> {
  const change = await readOwnChange(parts, artefacts);
  if (change.kind !== 'change') return undefined;
  const { base, tree, commit } = change;
  await keepReviewed(parts.files.git, commit);
  const lines = [...(await countLines(parts.home.git, base, commit)).values()];
  const sum = (side: 'added' | 'deleted'): number =>
    lines.reduce((total, each) => total + (each?.[side] ?? 0), 0);
  return { commit, tree, files: lines.length, added: sum('added'), deleted: sum('deleted') };
}

async function merge(
  parts: GitWorktreeParts,
  target: LandingTarget,
  artefacts: readonly string[],
): Promise<MergeResult> {
  const { home, scratch } = parts;
  const { git, prefix } = home;
  const operation = await findOperation(git);
  if (operation !== undefined)
    return {
      kind: 'refused',
      why: `a ${operation} is in progress in the workspace; finish or abort it`,
    };
  const change = await readOwnChange(parts, artefacts);
  if (change.kind !== 'change') return change;
  const { base, baseTree, tree, commit: theirs } = change;
  const { tree: ontoTree, ...head } = await findTarget(home, target, scratch);
  const onto = await devsCommit(git, { tree: ontoTree, parent: base, message: 'The workspace' });
  const isVerified = ontoTree === baseTree;
  const merged = isVerified ? { tree, conflicts: [] } : await mergeTrees(git, onto, theirs);
  const message = 'The workspace with the change of a task';
  const result = await devsCommit(git, { tree: merged.tree, parent: onto, message });
  const changes = await listChanges(git, onto, result);
  // Git follows a file that the task changed to where the user has moved it.
  const outside = [...changes.map(({ path }) => path), ...merged.conflicts].find(
    (path) => !path.startsWith(prefix),
  );
  if (outside !== undefined)
    return {
      kind: 'refused',
      why: `its change would go into ${outside}, which was moved out of the workspace, and there nothing lands; move it back`,
    };
  const within = ({ path, action }: ChangedPath): ChangedPath => ({
    path: path.slice(prefix.length),
    action,
  });
  if (merged.conflicts.length > 0) {
    const paths = merged.conflicts.map((path) => within({ path, action: 'changed' }).path);
    return { kind: 'conflict', onto, merged: result, paths };
  }
  const paths = changes.map(within);
  const trees = { tree, mergedTree: merged.tree };
  return { kind: 'merged', onto, merged: result, ...trees, paths, isVerified, ...head };
}

async function treeOf(git: GitFolder, commit: string): Promise<string> {
  return await git.text(['rev-parse', '--verify', `${commit}^{tree}`]);
}

/** What the change lands on. */
async function findTarget(
  { git, leftOut }: FoundRepository,
  target: LandingTarget,
  scratch: string,
): Promise<{ readonly tree: string; readonly head?: string }> {
  if (target === 'files') return { tree: await writeTree(git, { scratch, leftOut }) };
  const head = await git.findCommit('HEAD');
  // Before the first commit.
  if (head === undefined) return { tree: await git.text(['mktree'], { input: '' }), head: '' };
  return { tree: await treeOf(git, head), head };
}

/** What git keeps in its folder while an operation waits for the user. */
const OPERATIONS = {
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
  MERGE_HEAD: 'merge',
  CHERRY_PICK_HEAD: 'cherry-pick',
  REVERT_HEAD: 'revert',
  BISECT_LOG: 'bisect',
} as const;

async function findOperation(git: GitFolder): Promise<string | undefined> {
  const files = Object.keys(OPERATIONS);
  const paths = await git.text(['rev-parse', ...files.flatMap((file) => ['--git-path', file])]);
  const there = paths.split('\n').findIndex((path) => existsSync(resolve(git.directory, path)));
  return Object.values(OPERATIONS)[there];
}
