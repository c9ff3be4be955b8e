import { CONFIG_FILE, knownConfig } from '../model/config/config';
import { BUILT_IN_LIMITS } from '../model/config/limits';
import type { ConfigSource } from '../ports/configSource';
import { join } from 'node:path';
import { systemClock } from '../platform/clock/systemClock';
import { createConfigSource } from '../platform/config/createConfigSource';
import { keepText } from '../platform/config/keptText';
import { createMachine } from '../platform/doctor/createMachine';
import { createEventLog } from '../platform/events/createEventLog';
import { createModels } from '../platform/models/createModels';
import { createModelKeys } from '../platform/models/modelKeys';
import { createStateFiles } from '../platform/state/retention/createStateFiles';
import { markedProcesses } from '../platform/process/markedProcesses';
import { createRunReports } from '../platform/reportFiles/runReportFiles';
import { stateDirectory } from '../platform/state/files/stateDirectory';
import { openWorkspaceState } from '../platform/state/openWorkspaceState';
import { createTaskSources } from '../platform/taskSources/createTaskSources';
import { createTelemetry } from '../platform/telemetry/createTelemetry';
import { createRepository } from '../platform/workspace/repository';
import { createWorkspace } from '../platform/workspace/createWorkspace';
import { lexicalEmbedder } from '../engine/similarity/lexicalEmbedder';
import type { App, AppOptions } from './api/app';
import { DevsApp } from './devsApp';
import { lazyCheckpoints } from './run/lazyCheckpoints';
import { lazyPullRequests } from './pullRequests/lazyPullRequests';
import { lazyPrograms } from './run/lazyPrograms';
import { lazyWorktrees } from './run/lazyWorktrees';
import { refuseWorktree } from './lease/refuseWorktree';
import { WorkspaceSecrets } from './workspaceSecrets';
import { MEGABYTE } from '../text/bytes';
import { worktreesFolder } from '../platform/worktrees/worktreesFolder';
import type { CheckpointStore } from '../platform/checkpoints/createCheckpoints';
import type { PortsFor } from '../platform/worktrees/createWorktrees';

/** Wires the app for one workspace folder. Does no I/O and loads nothing until first used. */
export function createApp(options: AppOptions): App {
  const { workspaceDir, assetsDir, environment, who, settings } = options;
  const directory = stateDirectory({ workspaceDir, environment });
  const mask = new WorkspaceSecrets(environment);
  const configSource = createConfigSource(
    { workspaceDir, environment, settings },
    keepText(join(directory, CONFIG_FILE), mask),
    (config) => mask.follow(config),
  );
  const processes = {
    workspaceDir,
    directory,
    environment,
    mask,
    supervisorFile: join(assetsDir, 'supervisor.js'),
    cliFile: join(assetsDir, 'cli.js'),
  };
  const { agent, verifier, hook, notifier, trials } = lazyPrograms(async () => {
    const { createPrograms } = await import('./run/createPrograms');
    return createPrograms(processes, options.desktop);
  });
  let shared: CheckpointStore | undefined;
  /** What reads and writes one folder: the workspace or a worktree. */
  const portsFor: PortsFor = (folder) => ({
    workspace: createWorkspace({ workspaceDir: folder, stateDir: directory, environment }),
    checkpoints: lazyCheckpoints({
      maxFileBytes: () => checkpointFileBytes(configSource),
      create: async (maxFileBytes) => {
        const { createCheckpoints, openCheckpointStore } =
          await import('../platform/checkpoints/createCheckpoints');
        shared ??= openCheckpointStore(directory);
        return createCheckpoints({
          ...{ workspaceDir: folder, stateDir: directory, environment, maxFileBytes, shared },
        });
      },
    }),
    repository: createRepository({ workspaceDir: folder, environment }),
  });
  const keys = createModelKeys({ environment, stored: options.storedKey });
  return new DevsApp({
    workspaceDir,
    configFile: join(workspaceDir, CONFIG_FILE),
    state: refuseWorktree(
      openWorkspaceState({ directory, workspaceDir, assetsDir, who, mask }),
      async () => {
        const { findWorktreeOwner } = await import('../platform/worktrees/findWorktreeOwner');
        return findWorktreeOwner(workspaceDir);
      },
    ),
    configSource,
    clock: systemClock,
    adapters: {
      agent,
      verifier,
      hook,
      notifier,
      embedder: lexicalEmbedder,
      models: createModels({
        ...{ keys, mask },
        ...(options.editorJudge && { editorJudge: options.editorJudge }),
      }),
      ...portsFor(workspaceDir),
      worktrees: lazyWorktrees(worktreesFolder(directory), async () => {
        const { createWorktrees } = await import('../platform/worktrees/createWorktrees');
        return createWorktrees({ workspaceDir, stateDir: directory, environment, portsFor });
      }),
    },
    mask,
    orphanedProcesses: markedProcesses,
    stateFiles: createStateFiles(directory),
    eventLog: createEventLog(directory, undefined, mask),
    runReports: createRunReports(directory, undefined, mask),
    telemetry: createTelemetry({ environment, mask }),
    machine: createMachine({ workspaceDir, directory, environment, keys }),
    trials,
    taskSources: createTaskSources({ workspaceDir, environment }),
    pullRequests: lazyPullRequests(async () => {
      const { createPullRequests } = await import('../platform/github/createPullRequests');
      return createPullRequests({ workspaceDir, environment });
    }),
    configEditor: {
      suggest: async () => {
        const { suggestConfig } = await import('../platform/config/initConfig');
        return suggestConfig({ workspaceDir, environment });
      },
      init: async () => {
        const { initConfig } = await import('../platform/config/initConfig');
        return await initConfig({ workspaceDir, environment });
      },
      change: async (change) => {
        const { changeSetting } = await import('../platform/config/changeSetting');
        return await changeSetting({ workspaceDir, environment, settings }, change);
      },
      addTasks: async (tasks, adding) => {
        const { addTasks } = await import('../platform/config/addTasks');
        return await addTasks({ workspaceDir, environment, settings }, tasks, adding);
      },
      moveTask: async (move) => {
        const { moveTask } = await import('../platform/config/moveTask');
        return await moveTask({ workspaceDir, environment, settings }, move);
      },
    },
  });
}

async function checkpointFileBytes(configSource: ConfigSource): Promise<number> {
  const result = await configSource.read({ onlyRead: true });
  const { checkpointFileMb } = knownConfig(result)?.limits ?? BUILT_IN_LIMITS;
  return checkpointFileMb * MEGABYTE;
}
