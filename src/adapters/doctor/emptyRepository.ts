import { execFile } from 'node:child_process';

const LIMIT_MS = 10_000;

/**
 * Makes an empty folder a repository, because agents refuse to work elsewhere; where git does not, it
 * stays a folder. Never rejects; resolves with the folder.
 */
export function emptyRepository(folder: string, git: string | undefined): Promise<string> {
  if (git === undefined) return Promise.resolve(folder);
  return new Promise((resolve) => {
    // Without a template no hook of the user gets in.
    const args = ['-c', 'init.defaultBranch=main', 'init', '--quiet', '--template='];
    const options = { cwd: folder, timeout: LIMIT_MS, windowsHide: true };
    execFile(git, args, options, () => resolve(folder));
  });
}
