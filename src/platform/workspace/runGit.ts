import { execFile } from 'node:child_process';
import { MODEL_KEY_VARIABLE } from '../../model/judge/modelKeyVariable';

/** Options of a git command in one folder. */
export interface GitOptions {
  /** Absolute path of the program. */
  readonly git: string;
  /** Absolute. */
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Absolute folder in and above which git must not look for a repository. */
  readonly ceiling?: string;
}

/** Output of a git command, as bytes. */
export interface GitOutput {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

const TIME_LIMIT_MS = 120_000;
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

// Starts no program of the repository's configuration and writes no index.
const SAFE_CONFIG = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];

// Set inside git hooks; they would select another repository than the workspace.
const REPOSITORY_VARIABLES = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_LITERAL_PATHSPECS',
];

/**
 * Runs a git command without hooks, monitor or optional locks. Undefined if git fails
 * (exit code other than 0, not startable). Rejects after two minutes.
 */
export function runGit(
  options: GitOptions,
  args: readonly string[],
): Promise<GitOutput | undefined> {
  return new Promise((resolve, reject) => {
    execFile(
      options.git,
      [...SAFE_CONFIG, ...args],
      {
        cwd: options.directory,
        env: gitEnvironment(options),
        encoding: 'buffer',
        maxBuffer: MAX_OUTPUT_BYTES,
        timeout: TIME_LIMIT_MS,
        killSignal: 'SIGKILL',
        windowsHide: true,
      },
      (error, stdout, stderr) => {
        if (error === null) resolve({ stdout, stderr });
        // Killed by a limit: falling back to walking would make the state look changed.
        else if (error.killed === true)
          reject(
            new Error(`git could not list the files of ${options.directory}: ${error.message}`),
          );
        else resolve(undefined);
      },
    );
  });
}

/**
 * The environment without variables that select another repository and without the model key, and
 * with those that prevent writes.
 */
export function gitEnvironment({
  environment,
  ceiling,
}: Pick<GitOptions, 'environment' | 'ceiling'>): NodeJS.ProcessEnv {
  const dropped = new Set([...REPOSITORY_VARIABLES, MODEL_KEY_VARIABLE]);
  const kept = Object.entries(environment).filter(([name]) => !dropped.has(name.toUpperCase()));
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    // Its warnings are parsed.
    LC_ALL: 'C',
    ...(ceiling === undefined ? {} : { GIT_CEILING_DIRECTORIES: ceiling }),
  };
}
