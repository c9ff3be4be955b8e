import { join } from 'node:path';
import { version } from '../../../package.json';
import {
  GUARDED_AGENT_NAMES,
  GUARDED_AGENTS,
  type GuardedAgent,
} from '../../model/guard/guardedAgent';
import type { GuardRefusal, SettingsChange } from '../../model/guard/guardInstall';
import { writeGuardLog } from '../../platform/guard/guardLog';
import {
  copyPrograms,
  GUARD_PROGRAMS,
  readProgramsVersion,
  removePrograms,
} from '../../platform/guard/guardPrograms';
import { AGENT_SETTINGS } from '../../platform/guard/settings/agentSettings';
import { mentionsGuard } from '../../platform/guard/settings/editHooks';
import {
  writeInstalledFiles,
  type InstalledFile,
} from '../../platform/guard/settings/installedFiles';
import {
  readSettingsFile,
  removeEmptyFolders,
  settingsError,
  writeSettingsFile,
} from '../../platform/guard/settings/settingsFile';
import { removeLeftTemporaryFiles } from '../../platform/state/files/durableFile';
import { realPath } from '../../platform/state/files/stateDirectory';
import { exists } from '../../platform/state/lease/processIdentity';
import { StateError } from '../../ports/workspaceState';
import {
  findOff,
  leadsOut,
  pathsOf,
  readInstalled,
  settingsPath,
  whileLocked,
  type GuardPlace,
} from './guardPlace';
import type { GuardPlan, PlannedChange } from './planGuard';

/** What was done of a plan. */
export interface GuardOutcome {
  readonly done: readonly SettingsChange[];
  readonly problems: readonly GuardRefusal[];
  /** What the user has to know about these agents, a sentence each. */
  readonly notes: readonly string[];
}

/** Puts the guard into settings as planned, and its programs into its folder. Throws `StateError` where those cannot be written, or another process changes settings. */
export function applyInstall(plan: GuardPlan, place: GuardPlace): GuardOutcome {
  return whileLocked(place, () => {
    removeLeftFiles(place);
    return install(plan, place);
  });
}

function install(plan: GuardPlan, place: GuardPlace): GuardOutcome {
  const paths = pathsOf(place);
  if (plan.changes.length + plan.unchanged.length > 0) {
    try {
      copyPrograms(paths, place.assetsDir, version);
    } catch (error) {
      throw settingsError('write into', paths.bin, error);
    }
  }
  const outcome = applyChanges(plan.changes, place);
  const { done } = outcome;
  const guarded = [...done.map(({ agent }) => agent), ...plan.unchanged];
  const notes = [
    ...done.flatMap(({ agent, scope }) => AGENT_SETTINGS[agent].note?.(scope) ?? []),
    ...guarded.flatMap((agent) => offNote(agent, place)),
  ];
  return { ...outcome, notes };
}

function offNote(agent: GuardedAgent, place: GuardPlace): readonly string[] {
  const file = settingsPath(agent, 'project', place);
  const off = findOff({ agent, scope: 'project', file }, place);
  if (off === undefined) return [];
  const name = GUARDED_AGENT_NAMES[agent];
  return off.file === file
    ? [
        `"${off.name}" is true in the settings of this project, so ${name} runs no hooks here: remove it.`,
      ]
    : [`"${off.name}" is true in your settings of ${name}, so it runs no hooks: remove it.`];
}

/**
 * Takes the guard out of settings as planned; its programs go with the last of them. Sessions stay. Throws `StateError`
 * where another process changes settings.
 */
export function applyUninstall(plan: GuardPlan, place: GuardPlace): GuardOutcome {
  return whileLocked(place, () => {
    removeLeftFiles(place);
    const outcome = applyChanges(plan.changes, place);
    if (outcome.problems.length + plan.problems.length === 0 && !isInstalledAnywhere(place))
      removePrograms(pathsOf(place));
    return outcome;
  });
}

/** Removes what processes that were killed have left beside settings and in the guard's folder. Never throws. */
export function removeLeftFiles(place: GuardPlace): void {
  const { bin, installed, lock } = pathsOf(place);
  const settings = [
    ...GUARDED_AGENTS.map((agent) => settingsPath(agent, 'user', place)),
    ...readInstalled(place).flatMap((known) => (leadsOut(known) ? [] : [known.file])),
  ];
  const programs = GUARD_PROGRAMS.map((name) => join(bin, name));
  for (const file of new Set([installed, lock, ...programs, ...settings.map(realPath)]))
    removeLeftTemporaryFiles(file, exists);
}

/** Replaces the programs that agents call by those of this version, where there are older ones. Never throws. */
export function refreshGuardPrograms(place: Pick<GuardPlace, 'environment' | 'assetsDir'>): void {
  const paths = pathsOf(place);
  try {
    if (readProgramsVersion(paths) !== undefined) copyPrograms(paths, place.assetsDir, version);
  } catch (error) {
    writeGuardLog(paths.log, `Devs could not update its hook programs: ${String(error)}`);
  }
}

function applyChanges(changes: readonly PlannedChange[], place: GuardPlace): GuardOutcome {
  const done: SettingsChange[] = [];
  const problems: GuardRefusal[] = [];
  for (const change of changes) {
    try {
      applyChange(change, place);
      done.push(change);
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      problems.push({ agent: change.agent, message: error.message });
    }
  }
  return { done, problems, notes: [] };
}

function applyChange(change: PlannedChange, place: GuardPlace): void {
  const { file, before, after, installed } = change;
  const known = readInstalled(place);
  const earlier = known.find((each) => each.agent === change.agent && each.file === file);
  // First, so that a file that was changed can always be given back.
  if (installed !== undefined) remember(change, installed, place);
  try {
    const created = before === after ? undefined : writeSettingsFile(file, before, after);
    const folder = earlier?.folder ?? created;
    if (installed === undefined) {
      if (after === undefined && folder !== undefined) removeEmptyFolders(file, folder);
      remember(change, undefined, place);
    } else if (folder !== undefined) remember(change, { ...installed, folder }, place);
  } catch (error) {
    remember(change, earlier, place);
    throw error;
  }
}

/** Notes what was installed into a file; undefined: nothing any more. */
export function remember(
  { agent, file }: Pick<SettingsChange, 'agent' | 'file'>,
  installed: InstalledFile | undefined,
  place: Pick<GuardPlace, 'environment'>,
): void {
  const { installed: list } = pathsOf(place);
  whileLocked(place, () => {
    const others = readInstalled(place).filter(
      (each) => each.agent !== agent || each.file !== file,
    );
    try {
      writeInstalledFiles(list, installed === undefined ? others : [...others, installed]);
    } catch (error) {
      throw settingsError('write', list, error);
    }
  });
}

/** Whether settings that are known still call the guard. */
function isInstalledAnywhere(place: GuardPlace): boolean {
  if (readInstalled(place).length > 0) return true;
  return GUARDED_AGENTS.some((agent) =>
    mentionsGuard(readSettingsFile(settingsPath(agent, 'user', place)) ?? ''),
  );
}
