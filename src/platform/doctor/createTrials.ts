import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AgentResult } from '../../ports/agent';
import type { SecretMask } from '../../ports/secretMask';
import type { Trials } from '../../ports/trials';
import { createAgent } from '../agents/createAgent';
import { childEnvironment, type Environment } from '../process/environment';
import { runProcess } from '../process/runProcess';
import { createCommandVerifier } from '../verification/commandVerifier';
import { execFile } from 'node:child_process';
import { gitEnvironment } from '../workspace/runGit';
import { statSync } from 'node:fs';
import type { Command } from '../../model/task/task';

export interface TrialsOptions {
  /** Where agents and verify commands run. */
  readonly workspaceDir: string;
  /** `dist/supervisor.js`. */
  readonly supervisorFile: string;
  /** `dist/cli.js`, whose tools agents are offered as in a run; absent: they get none. */
  readonly cliFile?: string;
  readonly environment: Environment;
  /** Absent: nothing is masked. */
  readonly mask?: SecretMask;
  /** Absolute path of git; undefined where there is none. */
  readonly git: () => string | undefined;
}

/** Task id for an agent that works on no task. */
const NO_TASK = 'doctor';

/** Trials with the programs of this machine, through the same adapters as in a run. */
export function createTrials(options: TrialsOptions): Trials {
  const { workspaceDir, supervisorFile, cliFile, environment, mask } = options;
  const masked = mask && { mask };
  return {
    async version({ file, env, timeoutMs }, signal) {
      const { end, stdout, errorTail } = await runProcess(
        {
          ...{ command: [file, '--version'], cwd: workspaceDir, supervisorFile, timeoutMs },
          env: { ...childEnvironment(environment), ...env },
          mask,
        },
        signal,
      );
      return { end, output: stdout.trim() === '' ? errorTail : stdout };
    },
    verify: (request, signal) =>
      inFolder(async (directory) =>
        createCommandVerifier({
          ...{ workspaceDir, directory, supervisorFile, environment },
          ...masked,
        }).verify(request, signal),
      ),
    agent: ({ definition, prompt, timeoutMs }, signal) =>
      inFolder(async (directory) => {
        const folder = await emptyRepository(join(directory, 'empty'), {
          ...{ git: options.git(), environment },
        });
        const command = findableFrom(workspaceDir, definition.command);
        const agent = createAgent({
          ...{ workspaceDir: folder, directory, supervisorFile, environment },
          ...(cliFile !== undefined && { cliFile }),
          ...masked,
        });
        const request = { taskId: NO_TASK, turnId: NO_TASK, turn: 1, systemPrompt: '', prompt };
        return await agent.run(
          { ...request, definition: { ...definition, command, timeoutMs } },
          signal,
        );
      }).catch(notTried),
  };
}

/** Runs with a temporary folder and removes it afterwards. */
async function inFolder<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'devs-doctor-'));
  try {
    await mkdir(join(directory, 'empty'));
    return await work(directory);
  } finally {
    // The system removes the rest of its temporary folder.
    await rm(directory, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

function notTried(error: unknown): AgentResult {
  const message = error instanceof Error ? error.message : String(error);
  return { end: { kind: 'couldNotStart', message }, reply: '', errorTail: '', transcript: '' };
}

const LIMIT_MS = 10_000;

interface GitHere {
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

/**
 * The command with files of the workspace by their whole path, so that it finds them from another
 * folder too. A string is for the shell and stays unchanged.
 */
export function findableFrom(workspaceDir: string, command: Command): Command {
  if (typeof command === 'string') return command;
  return command.map((element, index) => {
    // A program without a slash is looked for on PATH.
    if (index === 0 && !/[\\/]/.test(element)) return element;
    const file = resolve(workspaceDir, element);
    return isFile(file) ? file : element;
  });
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
