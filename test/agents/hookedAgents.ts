import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GuardedAgent } from '../../src/model/guard/guardedAgent';
import { AGENT_SETTINGS } from '../../src/platform/guard/settings/agentSettings';
import { installInto } from '../../src/platform/guard/settings/guardSettings';
import type { HookStart } from '../../src/platform/guard/settings/hookStart';
import { acpLogins, type AcpLogin } from './acpLogins';
import type { AgentHome } from './agentHome';
import { agentLogins } from './agentLogins';

/** The agents whose hooks are tried with real ones. */
export const HOOKED_AGENTS = [
  ...['claude', 'codex', 'gemini', 'qwen', 'copilot', 'opencode'],
] as const satisfies readonly GuardedAgent[];
export type HookedAgentName = (typeof HOOKED_AGENTS)[number];

/** A hook of someone else: the event, and the program that it starts. */
export interface ForeignHook {
  readonly event: string;
  readonly words: readonly string[];
}

/** How an agent is started by itself. */
export interface HookedAgent {
  readonly prepare: AcpLogin['prepare'];
  /** The command that has it do what a prompt says, all tools allowed. */
  readonly command: (prompt: string) => readonly string[];
}

export const hookedAgents: Readonly<Record<HookedAgentName, HookedAgent>> = {
  claude: {
    prepare: agentLogins.claude.prepare,
    command: (prompt) => [
      ...['claude', '-p', prompt, '--output-format', 'stream-json', '--verbose'],
      ...['--allowedTools', 'Bash,Read,Write,Edit,Grep,Glob'],
    ],
  },
  codex: {
    prepare: agentLogins.codex.prepare,
    command: (prompt) => [
      ...['codex', 'exec', '--json', '--skip-git-repo-check'],
      ...['--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-hook-trust', prompt],
    ],
  },
  gemini: {
    prepare: agentLogins.gemini.prepare,
    command: (prompt) => [
      ...['gemini', '--approval-mode', 'yolo', '--skip-trust'],
      ...['--output-format', 'stream-json', '-p', prompt],
    ],
  },
  qwen: {
    prepare: agentLogins.qwen.prepare,
    command: (prompt) => [
      ...['qwen', '--approval-mode', 'yolo', '--output-format', 'stream-json', '-p', prompt],
    ],
  },
  copilot: {
    prepare: acpLogins.copilot.prepare,
    command: (prompt) => [
      ...['copilot', '--allow-all-tools', '--allow-all-paths', '--output-format', 'json'],
      ...['-p', prompt],
    ],
  },
  opencode: {
    prepare: agentLogins.opencode.prepare,
    command: (prompt) => ['opencode', 'run', '--format', 'json', prompt],
  },
};

/** The command that starts an agent in a terminal, to do what a prompt says, and its user's settings for that. */
export const inTerminal: Readonly<
  Record<
    'claude' | 'codex',
    { readonly command: HookedAgent['command']; readonly prepare: (home: AgentHome) => void }
  >
> = {
  claude: {
    command: (prompt) => ['claude', '--allowedTools=Bash', prompt],
    prepare: ({ write, workspace }) => {
      const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
      const settings = {
        ...{ hasCompletedOnboarding: true, theme: 'dark', projects: { [workspace]: trusted } },
        customApiKeyResponses: { approved: ['sk-ant-scripted'], rejected: [] },
      };
      write('.claude.json', JSON.stringify(settings));
    },
  },
  codex: {
    command: (prompt) => [
      ...['codex', '--dangerously-bypass-approvals-and-sandbox'],
      ...['--dangerously-bypass-hook-trust', prompt],
    ],
    prepare: ({ write, read, workspace }) => {
      write('.codex/auth.json', JSON.stringify({ OPENAI_API_KEY: 'sk-scripted' }));
      const trusted = `[projects."${workspace}"]\ntrust_level = "trusted"\n`;
      write('.codex/config.toml', `${read('.codex/config.toml')}\n${trusted}`);
    },
  },
};

/** Puts hooks into the settings that an agent has in a home: those of others, then the guard's as its installer does. */
export function installHooks(
  home: string,
  agent: HookedAgentName,
  start: HookStart,
  foreign: readonly ForeignHook[],
): void {
  const settings = AGENT_SETTINGS[agent];
  const file = join(settings.folder({ environment: {}, home }), settings.userFile);
  const had = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const text = settings.kind === 'lists' ? withForeign(had, settings, foreign) : had;
  const next = installInto({ agent, scope: 'user', file, text, installed: undefined }, start);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, next.text ?? '');
}

function withForeign(
  text: string | undefined,
  { toEntry }: Extract<(typeof AGENT_SETTINGS)[HookedAgentName], { kind: 'lists' }>,
  foreign: readonly ForeignHook[],
): string | undefined {
  if (foreign.length === 0) return text;
  const lists = foreign.map(({ event, words }) => [event, [toEntry(event, words)]] as const);
  const had = JSON.parse(text ?? '{}') as object;
  const next = JSON.stringify({ ...had, hooks: Object.fromEntries(lists) });
  // Qwen Code runs one hook of a name.
  return next.replaceAll('"name":"devs"', '"name":"other"');
}
