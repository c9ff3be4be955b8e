import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { GUARDED_AGENTS, type GuardedAgent } from '../../model/guard/guardedAgent';
import { GUARD_SCOPES } from '../../model/guard/guardInstall';
import type { GuardedSession } from '../../model/guard/guardedSession';
import type {
  GuardedAgentStatus,
  GuardedSettings,
  GuardStatus,
} from '../../model/guard/guardStatus';
import { readProgramsVersion } from '../../platform/guard/guardPrograms';
import { mentionsGuard } from '../../platform/guard/settings/editHooks';
import { isUpToDate, type SettingsFile } from '../../platform/guard/settings/guardSettings';
import { findHookStart, keepStart, type HookStart } from '../../platform/guard/settings/hookStart';
import { programLine } from '../../platform/guard/settings/programLine';
import { StateError } from '../../ports/workspaceState';
import { GuardedSessions } from './guardedSessions';
import {
  agentProgram,
  findOff,
  isOnThisMachine,
  pathsOf,
  readInstalled,
  readSettings,
  settingsPath,
  type GuardPlace,
} from './guardPlace';
import { readCodexTrust } from './trustCodex';

/** Longest wait for the version of an agent, in ms. */
const VERSION_MS = 10_000;

/** The guard of each agent, as its settings and its sessions show it. Starts each agent once, for its version. */
export async function readGuardStatus(place: GuardPlace, now: Date): Promise<GuardStatus> {
  const paths = pathsOf(place);
  const sessions = new GuardedSessions(place.environment).list(now);
  const start = findStart(place);
  const agents = await Promise.all(
    GUARDED_AGENTS.map(async (agent) => await readAgent(agent, { place, start, sessions, now })),
  );
  const programs = readProgramsVersion(paths);
  const lastError = readLastLine(paths.log);
  return {
    ...{ agents, log: paths.log },
    ...(programs !== undefined && { programs }),
    ...(lastError !== undefined && { lastError }),
  };
}

interface Facts {
  readonly place: GuardPlace;
  readonly start: HookStart | undefined;
  readonly sessions: readonly GuardedSession[];
  readonly now: Date;
}

async function readAgent(agent: GuardedAgent, facts: Facts): Promise<GuardedAgentStatus> {
  const { place, now } = facts;
  const own = facts.sessions.filter((session) => session.agent === agent);
  const program = agentProgram(agent, place);
  const { settings, problems } = readAllSettings(agent, facts);
  const version = program === undefined ? undefined : await readVersion(program, place);
  const asks = agent === 'codex' && settings.length > 0;
  const [newest] = own;
  return {
    ...{ agent, settings, problems, isFound: isOnThisMachine(agent, place) },
    ...(version !== undefined && { version }),
    ...(asks && { trust: readCodexTrust(place).kind }),
    ...(newest !== undefined && { lastSeen: newest.lastAt }),
    sessionsToday: own.filter(({ lastAt }) => isSameDay(new Date(lastAt), now)).length,
  };
}

function readAllSettings(
  agent: GuardedAgent,
  { place, start }: Facts,
): Pick<GuardedAgentStatus, 'settings' | 'problems'> {
  const known = readInstalled(place);
  const usual = GUARD_SCOPES.map((scope) => ({
    ...{ agent, scope, file: settingsPath(agent, scope, place) },
  }));
  const more = known.filter(
    (each) =>
      each.agent === agent &&
      each.trusts === undefined &&
      !usual.some(({ file }) => file === each.file),
  );
  const settings: GuardedSettings[] = [];
  const problems: string[] = [];
  for (const { scope, file } of [...usual, ...more]) {
    try {
      const found = readSettings({ agent, scope, file }, known);
      if (!mentionsGuard(found.text ?? '')) continue;
      const state = stateOf(found, start);
      const off = findOff({ agent, scope, file }, place);
      settings.push({ scope, file, state, ...(off !== undefined && { off }) });
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      problems.push(error.message);
    }
  }
  return { settings, problems };
}

function stateOf(settings: SettingsFile, start: HookStart | undefined): GuardedSettings['state'] {
  return start !== undefined && isUpToDate(settings, keepStart(settings.installed?.start, start))
    ? 'installed'
    : 'outdated';
}

/** Undefined where nothing can start the hook. */
function findStart(place: GuardPlace): HookStart | undefined {
  try {
    return findHookStart(pathsOf(place), place.environment);
  } catch (error) {
    if (error instanceof StateError) return undefined;
    throw error;
  }
}

async function readVersion(program: string, { environment }: GuardPlace): Promise<string> {
  try {
    const line = programLine([program, '--version']);
    const { stdout } = await promisify(execFile)(line.program, [...line.args], {
      ...{ env: environment, timeout: VERSION_MS, windowsHide: true },
      windowsVerbatimArguments: line.verbatim,
    });
    return stdout.trim().split('\n')[0] ?? '';
  } catch {
    // It has another way to tell, or does not start.
    return '';
  }
}

function readLastLine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) || undefined;
  } catch {
    // Nothing went wrong yet.
    return undefined;
  }
}

function isSameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString();
}
