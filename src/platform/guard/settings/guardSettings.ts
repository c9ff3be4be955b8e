import type { GuardedAgent } from '../../../model/guard/guardedAgent';
import type { GuardScope } from '../../../model/guard/guardInstall';
import { StateError } from '../../../ports/workspaceState';
import { HOOK_ADAPTERS } from '../agents/hookAdapters';
import { AGENT_SETTINGS, type AgentSettings } from './agentSettings';
import { removeTrust } from './codexTrust';
import { addHooks, findCreated, mentionsGuard, removeHooks } from './editHooks';
import type { HookStart } from './hookStart';
import { toTextChange, undoChange, type InstalledFile } from './installedFiles';
import { JsonTextError, memberOf, parseObject, valueOf } from './jsonText';

/** A settings file as it is. */
export interface SettingsFile {
  readonly agent: GuardedAgent;
  readonly scope: GuardScope;
  /** Absolute path. */
  readonly file: string;
  /** Its text; undefined where there is none. */
  readonly text: string | undefined;
  /** What was installed into it; undefined if nothing, or unknown. */
  readonly installed: InstalledFile | undefined;
}

/** A settings file as it shall be: its text, and what is to be remembered of it (undefined: nothing). */
export interface NextSettings {
  readonly text: string | undefined;
  readonly installed: InstalledFile | undefined;
}

/** The file with the guard in it. Throws `StateError` with file and line. */
export function installInto(settings: SettingsFile, start: HookStart): NextSettings {
  return naming(settings, () => {
    const { agent, scope, file, text = '', installed } = settings;
    const base = withoutGuard(settings);
    const next = withGuard(settings, base.isExact ? base.text : text, start);
    const isCreated = settings.text === undefined || installed?.isCreated === true;
    const members = [...(installed?.members ?? []), ...findMembers(agent, base.text, next)];
    return {
      text: next,
      installed: {
        ...{
          agent,
          scope,
          file,
          members: [...new Map(members.map((m) => [m.join('\n'), m])).values()],
        },
        ...(isCreated && { isCreated }),
        ...(installed?.folder !== undefined && { folder: installed.folder }),
        change: toTextChange(base.text, next),
        start: start.words,
      },
    };
  });
}

/** The file without the guard: its bytes from before, unless someone has changed it since. Throws `StateError`. */
export function uninstallFrom(settings: SettingsFile): NextSettings {
  return naming(settings, () => {
    const { text, installed } = settings;
    if (text === undefined) return { text, installed: undefined };
    const { text: rest } = withoutGuard(settings);
    const isEmpty = /^\uFEFF?\s*(?:\{\s*\}\s*)?$/.test(rest);
    const isGone = installed?.isCreated === true && isEmpty;
    return { text: isGone ? undefined : rest, installed: undefined };
  });
}

/** What is to be remembered of a configuration of Codex in which hooks of these keys were trusted. */
export function rememberTrust(
  settings: SettingsFile,
  next: string,
  trusts: readonly string[],
): InstalledFile {
  const { agent, scope, file, text, installed } = settings;
  const isCreated = text === undefined || installed?.isCreated === true;
  return {
    ...{ agent, scope, file, members: [] },
    ...(isCreated && { isCreated }),
    change: toTextChange(withoutGuard(settings).text, next),
    trusts: [...new Set([...(installed?.trusts ?? []), ...trusts])],
  };
}

/** Whether the guard is in the file as it would be installed now. */
export function isUpToDate(settings: SettingsFile, start: HookStart): boolean {
  return settings.text !== undefined && installInto(settings, start).text === settings.text;
}

/** The member of a text of settings that turns all hooks off; undefined for none, and where it cannot be read. */
export function findOffSwitch(agent: GuardedAgent, text: string): string | undefined {
  const { offSwitch }: AgentSettings = AGENT_SETTINGS[agent];
  if (offSwitch === undefined) return undefined;
  try {
    const member = memberOf(parseObject(text, { allowsComments: true }), offSwitch);
    return valueOf(member)?.value === true ? offSwitch : undefined;
  } catch (error) {
    if (error instanceof JsonTextError) return undefined;
    throw error;
  }
}

function withGuard({ agent, file }: SettingsFile, text: string, start: HookStart): string {
  const settings: AgentSettings = AGENT_SETTINGS[agent];
  const words = [...start.words, agent];
  if (settings.kind === 'own file') {
    if (text !== '' && !mentionsGuard(text))
      throw new StateError(`${file} is not from Devs; move it away, then try again.`);
    return settings.toText(words, start.file);
  }
  const { allowsComments, fixed = {}, toEntry } = settings;
  const entries = HOOK_ADAPTERS[agent].events.map(
    (event) => [event, toEntry(event, [...words, event])] as const,
  );
  return addHooks(text, { allowsComments, fixed, entries: new Map(entries) });
}

/** The text without the guard, and whether it is the one from before the installation. */
function withoutGuard({ agent, file, text = '', installed }: SettingsFile): {
  readonly text: string;
  readonly isExact: boolean;
} {
  const before = installed && undoChange(text, installed.change);
  if (before !== undefined) return { text: before, isExact: true };
  if (installed?.trusts !== undefined)
    return { text: removeTrust(text, installed.trusts, file), isExact: true };
  if (!mentionsGuard(text)) return { text, isExact: true };
  if (AGENT_SETTINGS[agent].kind === 'own file') return { text: '', isExact: true };
  const events = HOOK_ADAPTERS[agent].events.map((event) => ['hooks', event]);
  const members = installed?.members ?? [...events, ['hooks']];
  return { text: removeHooks(text, members), isExact: false };
}

function findMembers(agent: GuardedAgent, text: string, next: string): InstalledFile['members'] {
  return AGENT_SETTINGS[agent].kind === 'own file' ? [] : findCreated(text, next);
}

/** Names the file in what is wrong with it. */
function naming<T>({ file }: SettingsFile, edit: () => T): T {
  try {
    return edit();
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const place = error.line === undefined ? file : `${file}:${error.line}`;
    throw new StateError(`${place}: ${error.message}. Correct it, then try again.`);
  }
}
