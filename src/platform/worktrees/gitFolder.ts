import { resolve } from 'node:path';
import { StateError } from '../../ports/workspaceState';
import {
  commandOf,
  GitEnded,
  startGit,
  type GitEnd,
  type GitInput,
  type GitOptions,
} from '../workspace/runGit';

/** Making a worktree of a large repository takes long. */
const TIME_LIMIT_MS = 30 * 60_000;

/** Runs git in one folder. */
export class GitFolder {
  private index: Promise<string> | undefined;

  constructor(readonly options: GitOptions) {}

  get directory(): string {
    return this.options.directory;
  }

  /** Absolute path of the index, which may not be there yet; asked once. Throws `StateError`. */
  async indexFile(): Promise<string> {
    this.index ??= this.text(['rev-parse', '--git-path', 'index']);
    return resolve(this.directory, await this.index);
  }

  /** The same in another folder. */
  at(directory: string): GitFolder {
    return new GitFolder({ ...this.options, directory });
  }

  /** Output of a command as text, without the last newline. Throws `StateError` with git's own words if it fails. */
  async text(args: readonly string[], given?: GitInput): Promise<string> {
    return (await this.bytes(args, given)).toString().replace(/\n$/, '');
  }

  /** As `text`, as bytes. */
  async bytes(args: readonly string[], given?: GitInput): Promise<Buffer> {
    const end = await this.run(args, given);
    if (end.code === 0) return end.stdout;
    throw this.failure(args, end);
  }

  /** The error for a command that failed, with git's own words. */
  failure(args: readonly string[], end: GitEnd): StateError {
    const words = describeGitFailure(end);
    return new StateError(`git ${commandOf(args)} failed in ${this.directory}: ${words}`);
  }

  /** Id of the commit that a reference names; undefined if it names none. */
  async findCommit(reference: string): Promise<string | undefined> {
    return await this.find(['rev-parse', '--verify', '--quiet', reference]);
  }

  /** Output without the last newline; undefined if the command fails. */
  async find(args: readonly string[], given?: GitInput): Promise<string | undefined> {
    const { code, stdout } = await this.run(args, given);
    return code === 0 ? stdout.toString().replace(/\n$/, '') : undefined;
  }

  /** How a command ended. Throws `StateError` if it takes over half an hour or prints too much. */
  async run(args: readonly string[], given?: GitInput): Promise<GitEnd> {
    try {
      return await startGit(this.options, args, { timeLimitMs: TIME_LIMIT_MS, ...given });
    } catch (error) {
      if (!(error instanceof GitEnded)) throw error;
      throw new StateError(`${error.message}.`, { cause: error });
    }
  }
}

/** What git said went wrong, or its exit code. */
export function describeGitFailure({ code, stderr }: GitEnd): string {
  const lines = stderr.toString().trim().split('\n').filter(Boolean);
  const wrong = lines.filter((line) => PROBLEM.test(line)).slice(0, MAX_PROBLEMS);
  const said = wrong.length > 0 ? wrong : lines.slice(-1);
  return said.length === 0
    ? `exit code ${code ?? 'unknown'}`
    : said.map((line) => line.replace(PROBLEM, '')).join('; ');
}

const PROBLEM = /^(?:fatal|error): /;
const MAX_PROBLEMS = 3;
