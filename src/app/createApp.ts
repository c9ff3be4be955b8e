import { CONFIG_FILE } from '../model/config/config';
import { BUILT_IN_LIMITS } from '../model/config/limits';
import type { ConfigSource } from '../ports/configSource';
import { join } from 'node:path';
import { createCommandAgent } from '../platform/agents/commandAgent';
import { systemClock } from '../platform/clock/systemClock';
import { createConfigSource } from '../platform/config/configSource';
import { createMachine } from '../platform/doctor/createMachine';
import { createTrials } from '../platform/doctor/createTrials';
import { createEventLog } from '../platform/events/eventLog';
import { createModels } from '../platform/models/createModels';
import { createModelKeys } from '../platform/models/modelKeys';
import { createStateFiles } from '../platform/state/retention/stateFiles';
import { markedLeftovers } from '../platform/process/leftovers';
import { createEventHook } from '../platform/process/eventHook';
import { createRunReports } from '../platform/reportFiles/runReportFiles';
import { stateDirectory } from '../platform/state/files/stateDirectory';
import { openWorkspaceState } from '../platform/state/openWorkspaceState';
import { createCommandVerifier } from '../platform/verification/commandVerifier';
import { createRepository } from '../platform/workspace/repository';
import { findProgram } from '../platform/workspace/findProgram';
import { createWorkspace } from '../platform/workspace/createWorkspace';
import { lexicalEmbedder } from '../engine/similarity/lexicalEmbedder';
import type { App, AppOptions } from './api/app';
import { DevsApp } from './devsApp';
import { lazyCheckpoints } from './run/lazyCheckpoints';
import { MEGABYTE } from '../text/bytes';

/** Wires the app for one workspace folder. Does no I/O and loads nothing until first used. */
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
          const { createCheckpoints } = await import('../platform/snapshots/createCheckpoints');
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
        const { initConfig } = await import('../platform/config/initConfig');
        return await initConfig({ workspaceDir, environment });
      },
      addTask: async (task) => {
        const { addTask } = await import('../platform/config/addTask');
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
