import { resolve } from 'node:path';
import type { RepositoryChange, RepositoryState } from '../../model/workspace/checkpoint';
import type { Repository } from '../../ports/checkpoints';
import { findProgram } from './findProgram';
import { runGit } from './runGit';
import { readRefs, readRepositoryMark } from './readRefs';

export interface RepositoryOptions {
  /** Absolute path of the workspace folder. */
  readonly workspaceDir: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Runs git; returns its output without the final newline, or undefined if it fails. */
type Ask = (...args: readonly string[]) => Promise<string | undefined>;

const STASHES = 'refs/stash';

/** Reads the git repository of the workspace with read-only commands. Never rejects. */
export function createRepository({ workspaceDir, environment }: RepositoryOptions): Repository {
  const git = findProgram('git', { environment, outside: workspaceDir });
  const ask: Ask = async (...args) => {
    if (git === undefined) return undefined;
    try {
      const output = await runGit({ git, directory: workspaceDir, environment }, args);
      return output?.stdout.toString().replace(/\n$/, '');
    } catch {
      // A timeout counts as no answer: nothing depends on it.
      return undefined;
    }
  };
  const find = createGitDirLookup(workspaceDir, ask);
  /** Local branches at earlier states. */
  const branches = new WeakMap<RepositoryState, string>();
  const look = async (): Promise<RepositoryState | undefined> => {
    const gitDir = await find();
    if (gitDir === undefined) return undefined;
    const refs = await readRefs(gitDir);
    if (refs === undefined) return queryState(ask);
    branches.set(refs.state, refs.branches);
    return refs.state;
  };
  const isUnmoved = (before: RepositoryState, after: RepositoryState): boolean =>
    branches.has(before) &&
    branches.get(before) === branches.get(after) &&
    before.head === after.head;
  return {
    readState: look,
    changeSince: async (before, since) => {
      const after = await look();
      if (after === undefined) return undefined;
      const span = { before, after, since };
      return compareStates(
        before,
        after,
        isUnmoved(before, after) ? 0 : await countNewCommits(ask, span),
      );
    },
  };
}

/** Finds the repository's git folder; asks git again when the nearest `.git` changes. */
function createGitDirLookup(workspaceDir: string, ask: Ask): () => Promise<string | undefined> {
  let found: { readonly mark: string; readonly gitDir: string } | undefined;
  return async () => {
    const mark = await readRepositoryMark(workspaceDir);
    if (found?.mark === mark) return found.gitDir;
    const gitDir = await ask('rev-parse', '--git-dir');
    found = gitDir === undefined ? undefined : { mark, gitDir: resolve(workspaceDir, gitDir) };
    return found?.gitDir;
  };
}

async function queryState(ask: Ask): Promise<RepositoryState | undefined> {
  if ((await ask('rev-parse', '--git-dir')) === undefined) return undefined;
  const [head, branch, stashes] = await Promise.all([
    ask('rev-parse', '--verify', '--quiet', 'HEAD^{commit}'),
    ask('symbolic-ref', '--quiet', '--short', 'HEAD'),
    ask('rev-list', '--walk-reflogs', '--count', STASHES, '--'),
  ]);
  return { head: head ?? '', branch: branch ?? '', stashes: parseCount(stashes) };
}

interface Span {
  readonly before: RepositoryState;
  readonly after: RepositoryState;
  readonly since: Date;
}

/**
 * Counts commits on HEAD and local branches that are newer than `since` and not reachable from the
 * previous HEAD.
 */
async function countNewCommits(ask: Ask, { before, after, since }: Span): Promise<number> {
  const from = [...(after.head === '' ? [] : [after.head]), '--branches'];
  // Git counts in whole seconds.
  const newer = `--max-age=${Math.floor(since.getTime() / 1000)}`;
  const count = (...not: readonly string[]): Promise<string | undefined> =>
    ask('rev-list', '--count', newer, ...from, ...not, '--');
  const known = before.head === '' ? undefined : await count('--not', before.head);
  // After a history rewrite and cleanup, the previous HEAD may be gone: then only the time
  // decides.
  return parseCount(known ?? (await count()));
}

function compareStates(
  before: RepositoryState,
  after: RepositoryState,
  commits: number,
): RepositoryChange | undefined {
  const stashed = Math.max(0, after.stashes - before.stashes);
  const isSwitched = before.branch !== after.branch;
  if (commits === 0 && stashed === 0 && !isSwitched && before.head === after.head) return undefined;
  return {
    commits,
    stashed,
    ...(isSwitched ? { branchBefore: before.branch, branchAfter: after.branch } : {}),
    ...(before.head === '' ? {} : { headBefore: before.head }),
  };
}

function parseCount(text: string | undefined): number {
  const number = Number(text ?? '0');
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
