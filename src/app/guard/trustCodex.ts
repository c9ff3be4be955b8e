import { join } from 'node:path';
import { HOOK_ADAPTERS } from '../../platform/guard/agents/hookAdapters';
import type { CodexHook, CodexServer } from '../../platform/guard/settings/codexServer';
import { rememberTrust } from '../../platform/guard/settings/guardSettings';
import { findHookStart } from '../../platform/guard/settings/hookStart';
import { shellLine } from '../../platform/guard/settings/shellLine';
import { readSettingsFile } from '../../platform/guard/settings/settingsFile';
import { StateError } from '../../ports/workspaceState';
import { remember } from './applyGuard';
import {
  agentFolder,
  agentProgram,
  pathsOf,
  readInstalled,
  readSettings,
  type GuardPlace,
} from './guardPlace';

/** Whether Codex runs the guard's hooks: it skips those that its user has not trusted. */
export type CodexTrust =
  | { readonly kind: 'trusted' | 'untrusted' }
  | { readonly kind: 'unknown'; readonly why: string };

/** Asks Codex whether it trusts the guard's hooks that hold in the folder. Never rejects. */
export async function readCodexTrust(place: GuardPlace): Promise<CodexTrust> {
  return await withHooks(place, (hooks) => {
    const isTrusted = hooks.length > 0 && hooks.every((hook) => hook.trustStatus === 'trusted');
    return Promise.resolve({ kind: isTrusted ? 'trusted' : 'untrusted' });
  });
}

/** Has Codex trust the guard's hooks, instead of asking its user. Never rejects. */
export async function trustCodex(place: GuardPlace): Promise<CodexTrust> {
  return await withHooks(place, async (hooks, server) => {
    const untrusted = hooks.filter((hook) => hook.trustStatus !== 'trusted');
    if (untrusted.length > 0) {
      const file = join(agentFolder('codex', place), 'config.toml');
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

/** The hooks that hold in the folder and are, word for word, as the guard writes them: a repository may bring its own. */
async function listOwn(server: CodexServer, place: GuardPlace): Promise<readonly CodexHook[]> {
  const starts = [
    findHookStart(pathsOf(place), place.environment).words,
    ...readInstalled(place).flatMap(({ agent, start }) =>
      agent === 'codex' && start !== undefined ? [start] : [],
    ),
  ];
  const own = starts.flatMap((words) =>
    HOOK_ADAPTERS.codex.events.map((event) => shellLine([...words, 'codex', event])),
  );
  const hooks = await server.list(place.folder);
  return hooks.filter(({ command }) => own.includes(command));
}
