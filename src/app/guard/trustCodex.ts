import { basename, dirname, join } from 'node:path';
import { GUARD_SCOPES } from '../../model/guard/guardInstall';
import { HOOK_ADAPTERS } from '../../platform/guard/agents/hookAdapters';
import type { CodexHook, CodexServer } from '../../platform/guard/settings/codexServer';
import {
  findTrust,
  listCommands,
  type CodexCommand,
} from '../../platform/guard/settings/codexTrust';
import { rememberTrust } from '../../platform/guard/settings/guardSettings';
import { findHookStart } from '../../platform/guard/settings/hookStart';
import { shellLine } from '../../platform/guard/settings/shellLine';
import { readSettingsFile } from '../../platform/guard/settings/settingsFile';
import { realPath } from '../../platform/state/files/stateDirectory';
import { StateError } from '../../ports/workspaceState';
import { remember } from './applyGuard';
import {
  agentFolder,
  agentProgram,
  pathsOf,
  readInstalled,
  readSettings,
  settingsPath,
  type GuardPlace,
} from './guardPlace';

/** Whether Codex runs the guard's hooks: it skips those that its user has not trusted. */
export type CodexTrust =
  | { readonly kind: 'trusted' | 'untrusted' }
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * Whether the configuration of Codex notes that it trusts the guard's hooks that hold in the folder. Codex is not started
 * for that: each start leaves files behind and asks the network. Never throws.
 */
export function readCodexTrust(place: GuardPlace): CodexTrust {
  try {
    const config = readSettingsFile(configPath(place)) ?? '';
    const own = ownCommands(place);
    const commands = GUARD_SCOPES.map((scope) => settingsPath('codex', scope, place)).flatMap(
      (file) => listCommands(file, readSettingsFile(file) ?? ''),
    );
    const noted = commands
      .filter(({ command }) => own.includes(command))
      .map((command) => findNoted(config, command));
    if (noted.length === 0 || noted.includes('none')) return { kind: 'untrusted' };
    return noted.includes('another') ? { kind: 'unknown', why: CHANGED } : { kind: 'trusted' };
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    return { kind: 'unknown', why: error.message };
  }
}

const CHANGED = 'it noted that it trusts others in their place';

/** Codex may name the file by its real path. */
function findNoted(config: string, command: CodexCommand): ReturnType<typeof findTrust> {
  const { file } = command;
  const files = new Set([file, join(realPath(dirname(file)), basename(file)), realPath(file)]);
  const found = [...files].map((name) => findTrust(config, { ...command, file: name }));
  return found.find((each) => each !== 'none') ?? 'none';
}

/** Has Codex trust the guard's hooks, instead of asking its user. Never rejects. */
export async function trustCodex(place: GuardPlace): Promise<CodexTrust> {
  return await withHooks(place, async (hooks, server) => {
    const untrusted = hooks.filter((hook) => hook.trustStatus !== 'trusted');
    if (untrusted.length > 0) {
      const file = configPath(place);
      const before = readSettings({ agent: 'codex', scope: 'user', file }, readInstalled(place));
      await server.trust(untrusted);
      const next = readSettingsFile(file) ?? '';
      remember(
        before,
        rememberTrust(
          before,
          next,
          untrusted.map(({ key }) => key),
        ),
        place,
      );
    }
    const now = await listOwn(server, place);
    const isTrusted = now.length > 0 && now.every(({ trustStatus }) => trustStatus === 'trusted');
    return { kind: isTrusted ? 'trusted' : 'untrusted' };
  });
}

async function withHooks(
  place: GuardPlace,
  talk: (hooks: readonly CodexHook[], server: CodexServer) => Promise<CodexTrust>,
): Promise<CodexTrust> {
  const program = agentProgram('codex', place);
  if (program === undefined) return { kind: 'unknown', why: 'codex is not on PATH' };
  try {
    const { withCodex } = await import('../../platform/guard/settings/codexServer');
    return await withCodex(program, place.environment, async (server) =>
      talk(await listOwn(server, place), server),
    );
  } catch (error) {
    const why =
      error instanceof StateError
        ? error.message
        : `Codex did not answer as expected: ${String(error)}`;
    return { kind: 'unknown', why };
  }
}

/** The hooks that hold in the folder and are the guard's own. */
async function listOwn(server: CodexServer, place: GuardPlace): Promise<readonly CodexHook[]> {
  const own = ownCommands(place);
  const hooks = await server.list(place.folder);
  return hooks.filter(({ command }) => own.includes(command));
}

/** The commands of hooks, word for word as the guard writes them: a repository may bring its own. */
function ownCommands(place: GuardPlace): readonly string[] {
  const starts = [
    findHookStart(pathsOf(place), place.environment).words,
    ...readInstalled(place).flatMap(({ agent, start }) =>
      agent === 'codex' && start !== undefined ? [start] : [],
    ),
  ];
  return starts.flatMap((words) =>
    HOOK_ADAPTERS.codex.events.map((event) => shellLine([...words, 'codex', event])),
  );
}

function configPath(place: GuardPlace): string {
  return join(agentFolder('codex', place), 'config.toml');
}
