import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { GuardedAgent } from '../../model/guard/guardedAgent';
import type { GuardScope } from '../../model/guard/guardInstall';
import type { HooksOff } from '../../model/guard/guardStatus';
import { guardPaths, type GuardPaths } from '../../platform/guard/guardPaths';
import { AGENT_SETTINGS } from '../../platform/guard/settings/agentSettings';
import { findOffSwitch, type SettingsFile } from '../../platform/guard/settings/guardSettings';
import {
  readInstalledFiles,
  type InstalledFile,
} from '../../platform/guard/settings/installedFiles';
import { isInProject } from '../../platform/guard/settings/isInProject';
import { readSettingsFile } from '../../platform/guard/settings/settingsFile';
import { withSettingsLock } from '../../platform/guard/settings/settingsLock';
import { guardDirectory } from '../../platform/state/files/stateDirectory';
import { findProgram } from '../../platform/workspace/findProgram';
import { StateError } from '../../ports/workspaceState';

/** Where the guard is installed. */
export interface GuardPlace {
  readonly environment: NodeJS.ProcessEnv;
  /** Absolute path of `dist/` as built, which holds the programs that agents call. */
  readonly assetsDir: string;
  /** Absolute path of the project. */
  readonly folder: string;
}

/** Which settings file. */
export type SettingsKey = Pick<SettingsFile, 'agent' | 'scope' | 'file'>;

export function pathsOf({ environment }: Pick<GuardPlace, 'environment'>): GuardPaths {
  return guardPaths(guardDirectory(environment));
}

/** The folder of an agent in the user's home. */
export function agentFolder(
  agent: GuardedAgent,
  { environment }: Pick<GuardPlace, 'environment'>,
): string {
  const home = environment[process.platform === 'win32' ? 'USERPROFILE' : 'HOME'] ?? '';
  return AGENT_SETTINGS[agent].folder({ environment, home: home === '' ? homedir() : home });
}

/** The program of an agent; undefined where PATH has none. */
export function agentProgram(
  agent: GuardedAgent,
  { environment }: Pick<GuardPlace, 'environment'>,
): string | undefined {
  return findProgram(AGENT_SETTINGS[agent].program, { environment });
}

/** Whether an agent is on this machine, or was used on it, as in an editor. */
export function isOnThisMachine(agent: GuardedAgent, place: GuardPlace): boolean {
  return agentProgram(agent, place) !== undefined || existsSync(agentFolder(agent, place));
}

/** The settings file of an agent. */
export function settingsPath(agent: GuardedAgent, scope: GuardScope, place: GuardPlace): string {
  const { userFile, projectFile } = AGENT_SETTINGS[agent];
  return scope === 'user'
    ? join(agentFolder(agent, place), userFile)
    : join(place.folder, projectFile);
}

/** Whether the settings of a project lie elsewhere: a repository may bring a link to any file. */
export function leadsOut({ agent, scope, file }: SettingsKey): boolean {
  const project = resolve(file, relative(AGENT_SETTINGS[agent].projectFile, ''));
  return scope === 'project' && !isInProject(file, project);
}

/** A settings file as it is, with what is known of it. Throws `StateError`. */
export function readSettings(key: SettingsKey, installed: readonly InstalledFile[]): SettingsFile {
  return {
    ...key,
    text: readSettingsFile(key.file),
    installed: installed.find(({ agent, file }) => agent === key.agent && file === key.file),
  };
}

/** What turns hooks off that stand in a settings file: there, or in the user's settings; undefined for nothing. */
export function findOff({ agent, file }: SettingsKey, place: GuardPlace): HooksOff | undefined {
  for (const each of new Set([file, settingsPath(agent, 'user', place)])) {
    const name = findOffSwitch(agent, readIfPossible(each));
    if (name !== undefined) return { name, file: each };
  }
  return undefined;
}

/** Takes an unreadable file for an empty one: the installer names the reason when it has to change that file. */
function readIfPossible(file: string): string {
  try {
    return readSettingsFile(file) ?? '';
  } catch (error) {
    if (error instanceof StateError) return '';
    throw error;
  }
}

export function readInstalled(place: Pick<GuardPlace, 'environment'>): readonly InstalledFile[] {
  return readInstalledFiles(pathsOf(place).installed);
}

/** Acts while no other process changes settings. Blocks until then; throws `StateError` where another does for long. */
export function whileLocked<T>(place: Pick<GuardPlace, 'environment'>, act: () => T): T {
  return withSettingsLock(pathsOf(place).lock, act);
}
