import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentResult } from '../../ports/agent';
import type { Trials } from '../../ports/trials';
import { createCommandAgent } from '../agents/commandAgent';
import { childEnvironment, type Environment } from '../process/environment';
import { runProcess } from '../process/runProcess';
import { createCommandVerifier } from '../verification/commandVerifier';
import { emptyRepository } from './emptyRepository';
import { findableFrom } from './findableFrom';

export interface TrialsOptions {
  /** Where agents and verify commands run. */
  readonly workspaceDir: string;
  /** `dist/supervisor.js`. */
  readonly supervisorFile: string;
  readonly environment: Environment;
  /** Absolute path of git; undefined where there is none. */
  readonly git: () => string | undefined;
}

/** Task id for an agent that works on no task. */
const NO_TASK = 'doctor';

/** Trials with the programs of this machine, through the same adapters as in a run. */
export function createTrials(options: TrialsOptions): Trials {
  const { workspaceDir, supervisorFile, environment } = options;
  return {
    async version({ file, env, timeoutMs }, signal) {
      const { end, stdout, errorTail } = await runProcess(
        {
          ...{ command: [file, '--version'], cwd: workspaceDir, supervisorFile, timeoutMs },
          env: { ...childEnvironment(environment), ...env },
        },
        signal,
      );
      return { end, output: stdout.trim() === '' ? errorTail : stdout };
    },
    verify: (request, signal) =>
      inFolder(async (directory) =>
        createCommandVerifier({ workspaceDir, directory, supervisorFile, environment }).verify(
          request,
          signal,
        ),
      ),
    agent: ({ definition, prompt, timeoutMs }, signal) =>
      inFolder(async (directory) => {
        const folder = await emptyRepository(join(directory, 'empty'), {
          ...{ git: options.git(), environment },
        });
        const command = findableFrom(workspaceDir, definition.command);
        const agent = createCommandAgent({
          ...{ workspaceDir: folder, directory, supervisorFile, environment },
        });
        const request = { taskId: NO_TASK, turnId: NO_TASK, systemPrompt: '', prompt };
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
