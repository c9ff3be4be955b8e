import { arch, release, type } from 'node:os';
import type { Machine, StateFolderFacts } from '../../ports/machine';
import type { ModelKeys } from '../models/modelKeys';
import { findContainment } from '../process/containment';
import { childEnvironment } from '../process/environment';
import { findProgram } from '../workspace/findProgram';
import { readGitFacts } from './gitFacts';
import { locateProgram } from './locateProgram';
import { stat, statfs, unlink, writeFile } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { randomUUID } from 'node:crypto';
import { diskError, errorCode } from '../state/files/diskError';

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
    containment: findContainment,
    stateFolder: () => readStateFolderFacts(directory),
    hasModelKey: async (url) => (await keys.find(url)) !== undefined,
  };
}

/** Checks the state directory or its future parent by writing and removing a file. Never rejects. */
async function readStateFolderFacts(directory: string): Promise<StateFolderFacts> {
  const exists = (await statsOf(directory)) !== undefined;
  const place = await findNearestFolder(directory);
  const unwritable = await whyUnwritable(place);
  const disk = await statfs(place).catch(() => undefined);
  return {
    directory,
    exists,
    ...(unwritable === undefined ? {} : { unwritable }),
    ...(disk === undefined ? {} : { freeBytes: disk.bavail * disk.bsize }),
  };
}

async function statsOf(path: string) {
  return await stat(path).catch(() => undefined);
}

/** The folder itself, else its nearest existing parent. */
async function findNearestFolder(directory: string): Promise<string> {
  let place = directory;
  while ((await statsOf(place)) === undefined && dirname(place) !== place) place = dirname(place);
  return place;
}

async function whyUnwritable(folder: string): Promise<string | undefined> {
  const file = join(folder, `.devs-doctor-${randomUUID()}`);
  try {
    await writeFile(file, 'x', { flag: 'wx', mode: 0o600 });
    return undefined;
  } catch (error) {
    return diskError('write into', folder, error).message;
  } finally {
    await unlink(file).catch((error: unknown) => {
      // It was never written.
      if (errorCode(error) === '') throw error;
    });
  }
}
