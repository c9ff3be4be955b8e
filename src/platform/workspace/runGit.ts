import { execFile } from 'node:child_process';
import { formatBytes } from '../../text/bytes';
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
const SAFE_CONFIG = ['-c', 'core.fsmonitor=false'];
const NO_HOOKS = ['-c', 'core.hooksPath=/dev/null'];

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

/** What a git command gets besides its arguments. */
export interface GitInput {
  /** Written to its standard input; absent: nothing. */
  readonly input?: string | Uint8Array;
  /** Added to its environment. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Milliseconds; absent: two minutes. */
  readonly timeLimitMs?: number;
  /** Most bytes of each of its outputs; absent: 512 MB. */
  readonly maxOutputBytes?: number;
  /** Runs the hooks of the repository, which Git LFS needs for a push; absent: none. */
  readonly runsHooks?: true;
}

/** A git command was ended because it took too long or printed too much; `message` is a clause. */
export class GitEnded extends Error {
  override readonly name = 'GitEnded';
}

/** How a git command ended; `code` is undefined if it could not be started. */
export interface GitEnd extends GitOutput {
  readonly code: number | undefined;
}

/**
 * Runs a git command without hooks, monitor or optional locks. Undefined if git fails
 * (exit code other than 0, not startable). Rejects with `GitEnded` after two minutes.
 */
export async function runGit(
  options: GitOptions,
  args: readonly string[],
): Promise<GitOutput | undefined> {
  const { code, ...output } = await startGit(options, args);
  return code === 0 ? output : undefined;
}

/** As `runGit`, but tells how git ended. */
export function startGit(
  options: GitOptions,
  args: readonly string[],
  given: GitInput = {},
): Promise<GitEnd> {
  const { input, variables, timeLimitMs = TIME_LIMIT_MS, runsHooks } = given;
  const { maxOutputBytes: maxBuffer = MAX_OUTPUT_BYTES } = given;
  return new Promise((resolve, reject) => {
    const child = execFile(
      options.git,
      [...SAFE_CONFIG, ...(runsHooks === true ? [] : NO_HOOKS), ...args],
      {
        cwd: options.directory,
        env: { ...gitEnvironment(options), ...variables },
        encoding: 'buffer',
        maxBuffer,
        timeout: timeLimitMs,
        killSignal: 'SIGKILL',
        windowsHide: true,
      },
      (error, stdout, stderr) => {
        if (error === null) resolve({ code: 0, stdout, stderr });
        // Ended by a limit: falling back to walking would make the state look changed.
        else if (error.killed === true || isTooLarge(error))
          reject(endedBy(error, { maxBuffer, args, options }));
        else
          resolve({
            code: typeof error.code === 'number' ? error.code : undefined,
            stdout,
            stderr,
          });
      },
    );
    if (input === undefined) return;
    // Git may end without reading it; its exit code says why.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** Node ends such a command without calling it killed. */
function isTooLarge(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
}

function endedBy(
  error: Error,
  about: {
    readonly maxBuffer: number;
    readonly args: readonly string[];
    readonly options: GitOptions;
  },
): GitEnded {
  const { maxBuffer, args, options } = about;
  const why = isTooLarge(error) ? `printed more than ${formatBytes(maxBuffer)}` : 'took too long';
  return new GitEnded(`git ${commandOf(args)} ${why} in ${options.directory}`);
}

/** The command among git's arguments, without its options. */
export function commandOf(args: readonly string[]): string {
  return args.find((arg) => /^[a-z]/.test(arg) && !arg.includes('=')) ?? '';
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
