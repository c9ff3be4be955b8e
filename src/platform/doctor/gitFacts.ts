import { execFile } from 'node:child_process';
import type { GitFacts } from '../../ports/machine';
import { gitEnvironment } from '../workspace/runGit';

export interface GitQuestion {
  /** Absolute path of the program; undefined where there is none. */
  readonly git: string | undefined;
  /** Absolute path of the workspace folder. */
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

const LIMIT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

interface GitAnswer {
  readonly stdout: string;
  readonly stderr: string;
  /** Undefined after exit code 0. */
  readonly error: string | undefined;
}

/** Asks git for its version and for the workspace; it writes nothing. */
export async function readGitFacts(question: GitQuestion): Promise<GitFacts> {
  const { git } = question;
  if (git === undefined) return { kind: 'missing' };
  const { error, stdout, stderr } = await ask({ ...question, git }, ['--version']);
  const version = /\d+\.\d+(?:\.\d+)*/.exec(stdout)?.[0];
  if (error !== undefined || version === undefined) {
    const why = [stderr, stdout].map((text) => text.trim()).find((text) => text !== '');
    return { kind: 'broken', why: why ?? error ?? 'it printed no version' };
  }
  const inside = await ask({ ...question, git }, ['rev-parse', '--is-inside-work-tree']);
  if (inside.error === undefined) return { kind: 'found', version, workspace: 'repository' };
  const distrusted = /dubious ownership|unsafe repository/.test(inside.stderr);
  return { kind: 'found', version, workspace: distrusted ? 'distrusted' : 'none' };
}

function ask(
  { git, directory, environment, signal }: GitQuestion & { readonly git: string },
  args: readonly string[],
): Promise<GitAnswer> {
  const options = {
    ...{ cwd: directory, env: gitEnvironment({ environment }), signal, windowsHide: true },
    ...({ timeout: LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: MAX_BYTES } as const),
  };
  return new Promise((resolve) => {
    execFile(git, args, options, (error, stdout, stderr) => {
      // Its message repeats the command and leaves out the exit code.
      const ended = typeof error?.code === 'number' ? `exit code ${error.code}` : error?.message;
      resolve({ stdout, stderr, error: ended });
    });
  });
}
