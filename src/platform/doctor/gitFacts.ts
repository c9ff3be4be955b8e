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

interface Said {
  /** Undefined: it could not start, hung or was ended. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Asks git for its version and for the workspace; it writes nothing. */
export async function readGitFacts(question: GitQuestion): Promise<GitFacts> {
  const { git } = question;
  if (git === undefined) return { kind: 'missing' };
  const said = await ask({ ...question, git }, ['--version']);
  const version = /\d+\.\d+(?:\.\d+)*/.exec(said.stdout)?.[0];
  if (said.code !== 0 || version === undefined) return { kind: 'broken', why: whyNot(said) };
  const inside = await ask({ ...question, git }, ['rev-parse', '--is-inside-work-tree']);
  if (inside.code === 0) return { kind: 'found', version, workspace: 'repository' };
  const distrusted = /dubious ownership|unsafe repository/.test(inside.stderr);
  return { kind: 'found', version, workspace: distrusted ? 'distrusted' : 'none' };
}

function whyNot({ code, stdout, stderr }: Said): string {
  const words = [stderr, stdout].map((text) => text.trim()).find((text) => text !== '');
  return words ?? (code === undefined ? 'it could not be started' : `exit code ${code}`);
}

function ask(
  { git, directory, environment, signal }: GitQuestion & { readonly git: string },
  args: readonly string[],
): Promise<Said> {
  return new Promise((resolve) => {
    execFile(
      git,
      [...args],
      {
        ...{ cwd: directory, env: gitEnvironment({ environment }), signal, windowsHide: true },
        ...{ timeout: LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: MAX_BYTES },
      },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
        const why = stderr === '' && error !== null && code === undefined ? error.message : stderr;
        resolve({ code, stdout, stderr: why });
      },
    );
  });
}
