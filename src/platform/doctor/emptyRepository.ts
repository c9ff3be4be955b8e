import { execFile } from 'node:child_process';
import { gitEnvironment } from '../workspace/runGit';

const LIMIT_MS = 10_000;

export interface GitHere {
  /** Absolute path of the program; undefined where there is none. */
  readonly git: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Makes an empty folder a repository, because agents refuse to work elsewhere; it stays a plain
 * folder if git fails. Never rejects; resolves with the folder.
 */
export function emptyRepository(folder: string, { git, environment }: GitHere): Promise<string> {
  if (git === undefined) return Promise.resolve(folder);
  return new Promise((resolve) => {
    // Without a template no hook of the user is copied.
    const args = ['-c', 'init.defaultBranch=main', 'init', '--quiet', '--template='];
    const env = gitEnvironment({ environment });
    const options = { cwd: folder, env, timeout: LIMIT_MS, windowsHide: true };
    execFile(git, args, options, () => resolve(folder));
  });
}
