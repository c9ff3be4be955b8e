import { arch, release, type } from 'node:os';
import type { Machine } from '../../ports/machine';
import type { ModelKeys } from '../models/modelKeys';
import { childEnvironment } from '../process/environment';
import { findProgram } from '../workspace/findProgram';
import { readGitFacts } from './gitFacts';
import { readInboxFacts } from './inboxFacts';
import { locateProgram } from './locateProgram';
import { readStateFolderFacts } from './stateFolderFacts';

export interface MachineOptions {
  /** Absolute path of the workspace folder. */
  readonly workspaceDir: string;
  /** Absolute path of the state directory. */
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly keys: ModelKeys;
}

/** This machine. Does no I/O until it is used. */
export function createMachine(options: MachineOptions): Machine {
  const { workspaceDir, directory, environment, keys } = options;
  const gitProgram = (): string | undefined =>
    findProgram('git', { environment, outside: workspaceDir });
  return {
    node: process.versions.node,
    platform: `${type()} ${release()} (${arch()})`,
    locate: (program, env) =>
      locateProgram(program, {
        cwd: workspaceDir,
        env: { ...childEnvironment(environment), ...env },
      }),
    gitProgram,
    git: (signal) =>
      readGitFacts({ git: gitProgram(), directory: workspaceDir, environment, signal }),
    stateFolder: () => readStateFolderFacts(directory),
    inbox: () => readInboxFacts(directory),
    hasModelKey: async (url) => (await keys.find(url)) !== undefined,
  };
}
