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

/** Asks git one thing: what it says, without the end of line; undefined when it says no. */
type Ask = (...args: readonly string[]) => Promise<string | undefined>;

const STASHES = 'refs/stash';

/** The git repository that the workspace lies in. Only commands that read; never rejects. */
export function createRepository({ workspaceDir, environment }: RepositoryOptions): Repository {
  const git = findProgram('git', { environment, outside: workspaceDir });
  const ask: Ask = async (...args) => {
    if (git === undefined) return undefined;
    try {
      const output = await runGit({ git, directory: workspaceDir, environment }, args);
      return output?.stdout.toString().replace(/\n$/, '');
    } catch {
      // Too slow an answer is none: nobody's work depends on it.
      return undefined;
    }
  };
  const find = createGitDirLookup(workspaceDir, ask);
  /** Where local branches were at earlier looks. */
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

/** Finds git's folder of the repository; git is asked again once the nearest `.git` is another one. */
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

/** Commits on HEAD and the local branches that are newer than the moment and not in what was there. */
async function countNewCommits(ask: Ask, { before, after, since }: Span): Promise<number> {
  const from = [...(after.head === '' ? [] : [after.head]), '--branches'];
  // Git counts in whole seconds.
  const newer = `--max-age=${Math.floor(since.getTime() / 1000)}`;
  const count = (...not: readonly string[]): Promise<string | undefined> =>
    ask('rev-list', '--count', newer, ...from, ...not, '--');
  const known = before.head === '' ? undefined : await count('--not', before.head);
  // Where history was rewritten and cleaned up, what HEAD was may be gone: the time alone tells then.
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
