import { execFile } from 'node:child_process';

/** What git knows of one folder; paths are relative to it, as bytes. */
export interface GitListing {
  readonly tracked: readonly Buffer[];
  readonly untracked: readonly Buffer[];
  /** Submodules and other repositories inside: git does not look into them. */
  readonly repositories: readonly Buffer[];
}

export interface GitFilesOptions {
  readonly git: string;
  /** Absolute. */
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Absolute folder in and above which git must not look for a repository. */
  readonly ceiling?: string;
}

const TIME_LIMIT_MS = 120_000;
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;
const SUBMODULE_MODE = '160000';
const TAB = 0x09;
const SLASH = 0x2f;

// Nothing that the repository's own configuration names is started, and no index is written.
const SAFE_CONFIG = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];

// Set inside git's own hooks; they would make us list another repository than the workspace.
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
 * Tracked and unignored files below a folder. Undefined when git does not answer for it: no
 * repository, an owner it distrusts, a broken index. Rejects when git takes over two minutes.
 */
export async function gitFiles(options: GitFilesOptions): Promise<GitListing | undefined> {
  const [cached, others] = await Promise.all([
    runGit(options, ['ls-files', '-z', '--stage']),
    runGit(options, ['ls-files', '-z', '--others', '--exclude-standard']),
  ]);
  if (cached === undefined || others === undefined) return undefined;
  const tracked: Buffer[] = [];
  const untracked: Buffer[] = [];
  const repositories: Buffer[] = [];
  for (const entry of records(cached)) {
    const path = entry.subarray(entry.indexOf(TAB) + 1);
    const isSubmodule = entry.toString('latin1', 0, SUBMODULE_MODE.length) === SUBMODULE_MODE;
    (isSubmodule ? repositories : tracked).push(path);
  }
  for (const path of records(others)) {
    if (path.at(-1) === SLASH) repositories.push(path.subarray(0, -1));
    else untracked.push(path);
  }
  return { tracked, untracked, repositories };
}

function* records(output: Buffer): Generator<Buffer> {
  let start = 0;
  for (let end = output.indexOf(0); end !== -1; end = output.indexOf(0, start)) {
    if (end > start) yield output.subarray(start, end);
    start = end + 1;
  }
}

function runGit(options: GitFilesOptions, args: readonly string[]): Promise<Buffer | undefined> {
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
      (error, stdout) => {
        if (error === null) resolve(stdout);
        // Killed means too slow or too much: walking instead would make this state look changed.
        else if (error.killed === true)
          reject(
            new Error(`git could not list the files of ${options.directory}: ${error.message}`),
          );
        else resolve(undefined);
      },
    );
  });
}

function gitEnvironment({ environment, ceiling }: GitFilesOptions): NodeJS.ProcessEnv {
  const dropped = new Set(REPOSITORY_VARIABLES);
  const kept = Object.entries(environment).filter(([name]) => !dropped.has(name.toUpperCase()));
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    ...(ceiling === undefined ? {} : { GIT_CEILING_DIRECTORIES: ceiling }),
  };
}
