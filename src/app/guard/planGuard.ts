import { GUARDED_AGENTS, type GuardedAgent } from '../../model/guard/guardedAgent';
import {
  GUARD_SCOPES,
  type GuardRefusal,
  type GuardScope,
  type SettingsChange,
} from '../../model/guard/guardInstall';
import { AGENT_SETTINGS } from '../../platform/guard/settings/agentSettings';
import {
  installInto,
  uninstallFrom,
  type NextSettings,
  type SettingsFile,
} from '../../platform/guard/settings/guardSettings';
import { findHookStart, keepStart } from '../../platform/guard/settings/hookStart';
import type { InstalledFile } from '../../platform/guard/settings/installedFiles';
import { StateError } from '../../ports/workspaceState';
import {
  isOnThisMachine,
  leadsOut,
  pathsOf,
  readInstalled,
  readSettings,
  settingsPath,
  type GuardPlace,
  type SettingsKey,
} from './guardPlace';

/** A change, with what is to be remembered of the file. */
export interface PlannedChange extends SettingsChange {
  readonly installed: InstalledFile | undefined;
}

/** What an installation, or its removal, will do. */
export interface GuardPlan {
  readonly changes: readonly PlannedChange[];
  /** Agents whose settings are already as they should be. */
  readonly unchanged: readonly GuardedAgent[];
  /** Agents that are not on this machine; their settings stay as they are. */
  readonly missing: readonly GuardedAgent[];
  readonly problems: readonly GuardRefusal[];
}

/**
 * Plans to put the guard into the settings of agents, none: all that are on this machine and were tried. Writes nothing;
 * throws `StateError`.
 */
export function planInstall(
  { agents, scope }: { readonly agents: readonly GuardedAgent[]; readonly scope: GuardScope },
  place: GuardPlace,
): GuardPlan {
  const start = findHookStart(pathsOf(place), place.environment);
  const tried = GUARDED_AGENTS.filter((agent) => AGENT_SETTINGS[agent].isUntried !== true);
  const meant = agents.length === 0 ? tried : agents;
  const found = meant.filter((agent) => isOnThisMachine(agent, place));
  const keys = found.map((agent) => ({ agent, scope, file: settingsPath(agent, scope, place) }));
  const missing = meant.filter((agent) => !found.includes(agent));
  return {
    ...planChanges(keys, place, (settings) =>
      installInto(settings, keepStart(settings.installed?.start, start)),
    ),
    missing,
  };
}

/**
 * Plans to take the guard out of the settings of agents (none: all), wherever it was installed, or only for the user, or
 * only in this project. Writes nothing.
 */
export function planUninstall(
  { agents, scope }: { readonly agents: readonly GuardedAgent[]; readonly scope?: GuardScope },
  place: GuardPlace,
): GuardPlan {
  const meant = agents.length === 0 ? GUARDED_AGENTS : agents;
  const scopes = scope === undefined ? GUARD_SCOPES : [scope];
  const installed = readInstalled(place);
  const usual = meant
    .flatMap((agent) =>
      scopes.map((each) => ({ agent, scope: each, file: settingsPath(agent, each, place) })),
    )
    .filter((key) => !leadsOut(key) || installed.some(({ file }) => file === key.file));
  const known = installed.filter(
    ({ agent, scope: where, file }) =>
      meant.includes(agent) &&
      (scope === undefined || (where === scope && isOf(scope, file, usual))) &&
      !usual.some((key) => key.agent === agent && key.file === file),
  );
  return { ...planChanges([...known, ...usual], place, uninstallFrom), missing: [] };
}

/** Whether a file that is known belongs to what is meant: of projects, only this one's. */
function isOf(scope: GuardScope, file: string, usual: readonly SettingsKey[]): boolean {
  return scope === 'user' || usual.some((key) => key.file === file);
}

function planChanges(
  keys: readonly SettingsKey[],
  place: GuardPlace,
  plan: (settings: SettingsFile) => NextSettings,
): Omit<GuardPlan, 'missing'> {
  const known = readInstalled(place);
  const changes: PlannedChange[] = [];
  const problems: GuardRefusal[] = [];
  const unchanged = new Set<GuardedAgent>();
  for (const { agent, scope, file } of keys) {
    try {
      if (leadsOut({ agent, scope, file }))
        throw new StateError(
          `${file} leads out of the project through a link; Devs changes nothing there. Remove the link, then try again.`,
        );
      const settings = readSettings({ agent, scope, file }, known);
      const { text: after, installed } = plan(settings);
      if (after === settings.text) unchanged.add(agent);
      // What is remembered may have to change even so.
      if (
        after !== settings.text ||
        (installed === undefined) !== (settings.installed === undefined)
      )
        changes.push({ agent, scope, file, before: settings.text, after, installed });
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      problems.push({ agent, message: error.message });
    }
  }
  const changed = new Set(changes.map(({ agent }) => agent));
  return { changes, problems, unchanged: [...unchanged].filter((agent) => !changed.has(agent)) };
}
