import { CONFIG_FILE } from '../domain/config';
import { BUILT_IN_LIMITS } from '../domain/limits';
import type { ConfigSource } from '../ports/configSource';
import { join } from 'node:path';
import { createCommandAgent } from '../adapters/agents/commandAgent';
import { systemClock } from '../adapters/clock/systemClock';
import { createConfigSource } from '../adapters/config/configSource';
import { createMachine } from '../adapters/doctor/createMachine';
import { createTrials } from '../adapters/doctor/createTrials';
import { createEventLog } from '../adapters/events/eventLog';
import { createModels } from '../adapters/models/createModels';
import { createModelKeys } from '../adapters/models/modelKeys';
import { createStateFiles } from '../adapters/housekeeping/stateFiles';
import { markedLeftovers } from '../adapters/process/leftovers';
import { createEventHook } from '../adapters/process/eventHook';
import { createRunReports } from '../adapters/runReports/runReportFiles';
import { stateDirectory } from '../adapters/state/stateDirectory';
import { openWorkspaceState } from '../adapters/state/workspaceState';
import { createCommandVerifier } from '../adapters/verification/commandVerifier';
import { createRepository } from '../adapters/workspace/repository';
import { findProgram } from '../adapters/workspace/findProgram';
import { createWorkspace } from '../adapters/workspace/createWorkspace';
import { lexicalEmbedder } from '../orchestration/collaboration/lexicalEmbedder';
import type { App, AppOptions } from './app';
import { DevsApp } from './devsApp';
import { lazyCheckpoints } from './lazyCheckpoints';
import { MEGABYTE } from '../text/bytes';

/** Puts Devs together for one workspace folder. Does no I/O and loads nothing until it is used. */
export function createApp(options: AppOptions): App {
  const { workspaceDir, assetsDir, environment, who, settings } = options;
  const directory = stateDirectory({ workspaceDir, environment });
  const configSource = createConfigSource({ workspaceDir, environment, settings });
  const processes = {
    workspaceDir,
    directory,
    environment,
    supervisorFile: join(assetsDir, 'supervisor.js'),
  };
  const keys = createModelKeys({ environment, stored: options.storedKey });
  return new DevsApp({
    configFile: join(workspaceDir, CONFIG_FILE),
    state: openWorkspaceState({ directory, workspaceDir, assetsDir, who }),
    configSource,
    clock: systemClock,
    adapters: {
      agent: createCommandAgent(processes),
      verifier: createCommandVerifier(processes),
      workspace: createWorkspace({ workspaceDir, stateDir: directory, environment }),
      hook: createEventHook(processes),
      embedder: lexicalEmbedder,
      models: createModels({
        keys,
        ...(options.editorJudge && { editorJudge: options.editorJudge }),
      }),
      checkpoints: lazyCheckpoints({
        maxFileBytes: () => checkpointFileBytes(configSource),
        create: async (maxFileBytes) => {
          const { createCheckpoints } = await import('../adapters/checkpoints/createCheckpoints');
          return createCheckpoints({
            workspaceDir,
            stateDir: directory,
            environment,
            maxFileBytes,
          });
        },
      }),
      repository: createRepository({ workspaceDir, environment }),
    },
    leftovers: markedLeftovers,
    stateFiles: createStateFiles(directory),
    eventLog: createEventLog(directory),
    runReports: createRunReports(directory),
    machine: createMachine({ workspaceDir, directory, environment, keys }),
    trials: createTrials({
      ...processes,
      git: () => findProgram('git', { environment, outside: workspaceDir }),
    }),
    configEditor: {
      init: async () => {
        const { initConfig } = await import('../adapters/config/initConfig');
        return await initConfig({ workspaceDir, environment });
      },
      addTask: async (task) => {
        const { addTask } = await import('../adapters/config/addTask');
        return await addTask({ workspaceDir, environment, settings }, task);
      },
    },
  });
}

async function checkpointFileBytes(configSource: ConfigSource): Promise<number> {
  const result = await configSource.read();
  const { checkpointFileMb } = result.kind === 'ok' ? result.config.limits : BUILT_IN_LIMITS;
  return checkpointFileMb * MEGABYTE;
}
