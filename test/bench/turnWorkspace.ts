import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../src/app/api/app';
import type { Resumption } from '../../src/app/api/requests';
import { createApp } from '../../src/app/createApp';
import type { DevsEvent } from '../../src/model/events/devsEvent';
import { makeRepository } from './fingerprintFolder';

/** Folders of a hundred files each. */
const FOLDERS = 10;

export interface TurnWorkspaceOptions {
  /** Tasks of the workspace; each is done after one turn. */
  readonly tasks: number;
  /** Programs of the agent and of the verification, as `devs.yaml` has them. */
  readonly agent: readonly string[];
  readonly verify: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/** A task that pauses after one turn, unless the file `ok` is there. */
export const PAUSING = 'pausing';

/** A repository of 1,000 files with a `devs.yaml` and an app for it. */
export interface TurnWorkspace {
  readonly directory: string;
  readonly app: App;
  /** Runs these tasks to their end, `first` done before; throws when it is refused or warns. */
  readonly run: (
    taskIds: readonly string[],
    onEvent?: (event: DevsEvent) => void,
    first?: Resumption,
  ) => Promise<void>;
}

/** Makes the workspace in an empty folder. */
export async function turnWorkspace(
  folder: string,
  options: TurnWorkspaceOptions,
): Promise<TurnWorkspace> {
  const directory = join(folder, 'workspace');
  mkdirSync(directory);
  await makeRepository(directory, FOLDERS);
  writeFileSync(join(directory, 'devs.yaml'), configText(options));
  const app = createApp({
    workspaceDir: directory,
    who: 'terminal',
    environment: { ...options.environment, DEVS_STATE_DIR: join(folder, 'state') },
    assetsDir: join(process.cwd(), 'dist'),
    settings: {},
  });
  return {
    directory,
    app,
    run: async (taskIds, onEvent = () => undefined, request) => {
      const warnings: string[] = [];
      const observer = {
        onEvent,
        onPhase: () => undefined,
        present: () => undefined,
        onWarning: (message: string) => void warnings.push(message),
      };
      const { signal } = new AbortController();
      const { ok, message } = await app.run({
        ...{ observer, signal, taskIds },
        ...(request && { first: { request, onAnswer: () => undefined } }),
      });
      if (!ok || warnings.length > 0) throw new Error([message, ...warnings].join('\n'));
    },
  };
}

/** Names of the first tasks that do not pause. */
export function taskNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `task-${index}`);
}

function configText({ tasks, agent, verify }: TurnWorkspaceOptions): string {
  return [
    'version: 1',
    `agents: { bench: { type: command, command: ${JSON.stringify(agent)} } }`,
    `verify: ${JSON.stringify(verify)}`,
    'limits: { maxTurns: 1 }',
    'tasks:',
    `  - { id: ${PAUSING}, goal: Wait., verify: [test, -e, ok] }`,
    ...taskNames(tasks).map((id) => `  - { id: ${id}, goal: Change it. }`),
  ].join('\n');
}
