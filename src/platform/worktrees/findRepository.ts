import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findProgram } from '../workspace/findProgram';
import { isBelow } from '../workspace/isBelow';
import { resolveLinks } from '../workspace/resolveLinks';
import { startGit } from '../workspace/runGit';
import { GitFolder } from './gitFolder';

export interface RepositorySearch {
  /** Absolute path of the workspace folder. */
  readonly workspaceDir: string;
  /** Absolute path of the state folder. */
  readonly stateDir: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** The repository of a workspace. */
export interface FoundRepository {
  /** Git at the root of the working tree. */
  readonly git: GitFolder;
  /** Absolute: what all worktrees share. */
  readonly common: string;
  /** The workspace relative to that root: '' or with a `/` at the end. */
  readonly prefix: string;
  /** Folders of Devs below that root, relative to it. */
  readonly leftOut: readonly string[];
}

export type RepositoryResult =
  | { readonly ok: true; readonly repository: FoundRepository }
  /** A sentence with the remedy. */
  | { readonly ok: false; readonly why: string };

/** `git merge-tree --write-tree` is new in it. */
const OLDEST_GIT = [2, 38] as const;
const OR_ELSE =
  'or remove `isolate` and `parallel` from devs.yaml: tasks then work in the workspace itself';

/** Finds the repository from which worktrees of the workspace can be made. */
export async function findRepository(search: RepositorySearch): Promise<RepositoryResult> {
  const { workspaceDir, stateDir, environment } = search;
  const program = findProgram('git', { environment, outside: workspaceDir });
  if (program === undefined)
    return refuse(`\`isolate\` needs git, which is not on PATH. Install it, ${OR_ELSE}.`);
  const options = { git: program, directory: workspaceDir, environment };
  const version = (await startGit(options, ['version'])).stdout.toString();
  if (isTooOld(version))
    return refuse(
      `\`isolate\` needs git ${OLDEST_GIT.join('.')} or newer, and this is ${version.trim()}. Update git, ${OR_ELSE}.`,
    );
  const git = new GitFolder(options);
  const [root, prefix, commonDir] = await findFolders(git);
  if (root === '')
    return refuse(
      `\`isolate\` needs a git repository, and ${workspaceDir} is in none that git can use (\`git status\` there says why). Run \`git init\` there, ${OR_ELSE}.`,
    );
  if (prefix !== '' && (await git.find(['check-ignore', '--quiet', '.'])) !== undefined)
    return refuse(
      `\`isolate\` needs a git repository, and the one at ${root} ignores ${workspaceDir}. Run \`git init\` there, ${OR_ELSE}.`,
    );
  const common = resolve(workspaceDir, commonDir);
  const leftOut = await stateBelow(root, stateDir);
  return { ok: true, repository: { git: git.at(root), common, prefix, leftOut } };
}

/** The root of the working tree, the folder relative to it and the common folder of its worktrees; '' for each without any. */
async function findFolders(git: GitFolder): Promise<readonly [string, string, string]> {
  const asked = ['--show-toplevel', '--show-prefix', '--git-common-dir'];
  const folders = (await git.find(['rev-parse', ...asked]))?.split('\n') ?? [];
  if (folders.length === asked.length)
    return [folders[0] ?? '', folders[1] ?? '', folders[2] ?? ''];
  // A name with a newline takes several lines.
  const one = async (what: string): Promise<string> => (await git.find(['rev-parse', what])) ?? '';
  return [await one('--show-toplevel'), await one('--show-prefix'), await one('--git-common-dir')];
}

function refuse(why: string): RepositoryResult {
  return { ok: false, why };
}

function isTooOld(version: string): boolean {
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  return major < OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor < OLDEST_GIT[1]);
}

async function stateBelow(root: string, stateDir: string): Promise<readonly string[]> {
  const [top, state] = [await realpath(root), await resolveLinks(stateDir)];
  return isBelow(top, state) ? [state.slice(top.length + 1).replaceAll('\\', '/')] : [];
}
