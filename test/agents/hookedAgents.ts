import { HOOK_ADAPTERS } from '../../src/platform/guard/agents/hookAdapters';
import { opencodePluginFile } from '../../src/platform/guard/agents/opencodePluginFile';
import type { GuardedAgent } from '../../src/model/guard/guardedAgent';
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

/** How an agent is started by itself with hooks in its own settings. */
export interface HookedAgent {
  readonly prepare: AcpLogin['prepare'];
  /** The command that has it do what a prompt says, all tools allowed. */
  readonly command: (prompt: string) => readonly string[];
  /** Writes its settings. `words`: start the guard's hook, before the agent and the event. */
  readonly install: (
    home: AgentHome,
    words: readonly string[],
    foreign: readonly ForeignHook[],
  ) => void;
}

type Entry = (words: readonly string[]) => object;

export const hookedAgents: Readonly<Record<HookedAgentName, HookedAgent>> = {
  claude: {
    prepare: agentLogins.claude.prepare,
    command: (prompt) => [
      ...['claude', '-p', prompt, '--output-format', 'stream-json', '--verbose'],
      ...['--allowedTools', 'Bash,Read,Write,Edit,Grep,Glob'],
    ],
    install: ({ write }, ...given) => {
      const toEntry: Entry = ([command, ...args]) => inGroup({ command, args, timeout: 5 });
      write('.claude/settings.json', JSON.stringify({ hooks: lists('claude', toEntry, ...given) }));
    },
  },
  codex: {
    prepare: agentLogins.codex.prepare,
    command: (prompt) => [
      ...['codex', 'exec', '--json', '--skip-git-repo-check'],
      ...['--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-hook-trust', prompt],
    ],
    install: ({ write }, ...given) => {
      const toEntry: Entry = (words) => inGroup({ command: toLine(words), timeout: 5 });
      write('.codex/hooks.json', JSON.stringify({ hooks: lists('codex', toEntry, ...given) }));
    },
  },
  gemini: {
    prepare: agentLogins.gemini.prepare,
    command: (prompt) => [
      ...['gemini', '--approval-mode', 'yolo', '--skip-trust'],
      ...['--output-format', 'stream-json', '-p', prompt],
    ],
    install: (home, ...given) => addToSettings(home, 'gemini', ...given),
  },
  qwen: {
    prepare: agentLogins.qwen.prepare,
    command: (prompt) => [
      ...['qwen', '--approval-mode', 'yolo', '--output-format', 'stream-json', '-p', prompt],
    ],
    install: (home, ...given) => addToSettings(home, 'qwen', ...given),
  },
  copilot: {
    prepare: acpLogins.copilot.prepare,
    command: (prompt) => [
      ...['copilot', '--allow-all-tools', '--allow-all-paths', '--output-format', 'json'],
      ...['-p', prompt],
    ],
    install: ({ write }, ...given) => {
      // It refuses a call whose hook fails.
      const toEntry: Entry = (words) => ({
        ...{ type: 'command', bash: `${toLine(words)} || true`, timeoutSec: 5 },
      });
      const hooks = lists('copilot', toEntry, ...given);
      write('.copilot/hooks/devs.json', JSON.stringify({ version: 1, hooks }));
    },
  },
  opencode: {
    prepare: agentLogins.opencode.prepare,
    command: (prompt) => ['opencode', 'run', '--format', 'json', prompt],
    install: ({ write }, words) => {
      const text = opencodePluginFile([...words, 'opencode'], words.at(-1) ?? '');
      write('.config/opencode/plugin/devs.js', text);
    },
  },
};

/** Settings of Gemini CLI and its descendants. */
function addToSettings(
  { read, write }: AgentHome,
  agent: 'gemini' | 'qwen',
  ...given: readonly [words: readonly string[], foreign: readonly ForeignHook[]]
): void {
  const file = `.${agent}/settings.json`;
  const toEntry: Entry = (words) => inGroup({ command: toLine(words), timeout: 5_000 });
  const settings = JSON.parse(read(file)) as object;
  write(file, JSON.stringify({ ...settings, hooks: lists(agent, toEntry, ...given) }));
}

function inGroup(hook: object): object {
  return { hooks: [{ type: 'command', ...hook }] };
}

/** The list of hooks of each event: those of others first. */
function lists(
  agent: HookedAgentName,
  toEntry: Entry,
  words: readonly string[],
  foreign: readonly ForeignHook[],
): object {
  return Object.fromEntries(
    HOOK_ADAPTERS[agent].events.map((event) => [
      event,
      [
        ...foreign.filter((each) => each.event === event).map((each) => toEntry(each.words)),
        toEntry([...words, agent, event]),
      ],
    ]),
  );
}

function toLine(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}
