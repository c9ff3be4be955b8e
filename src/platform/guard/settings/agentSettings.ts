import { join, resolve } from 'node:path';
import type { GuardedAgent } from '../../../model/guard/guardedAgent';
import type { GuardScope } from '../../../model/guard/guardInstall';
import { opencodePluginFile } from '../agents/opencodePluginFile';
import { powerShellLine, shellLine } from './shellLine';

/** What the places of an agent's settings depend on. */
export interface SettingsPlace {
  readonly environment: NodeJS.ProcessEnv;
  /** The user's home folder, absolute. */
  readonly home: string;
}

/** How the guard gets into the settings of an agent, from trials with real ones (docs/guard.md). */
export type AgentSettings = AgentPlaces & (HookLists | OwnFile);

interface AgentPlaces {
  /** Its program, as PATH has it. */
  readonly program: string;
  /** Its folder in the user's home: there once it was used. */
  readonly folder: (place: SettingsPlace) => string;
  /** The file in that folder. */
  readonly userFile: string;
  /** The file in a project, relative. */
  readonly projectFile: string;
  /** Nobody tried it with a real one: installed only where it is named. */
  readonly isUntried?: true;
  /** The member that turns all hooks off where it is true; absent where none does. */
  readonly offSwitch?: string;
  /** What its user has to know after the installation; absent for nothing. */
  readonly note?: (scope: GuardScope) => string | undefined;
}

/** A JSON file with a list of hooks for each event, in which others may stand as well. */
interface HookLists {
  readonly kind: 'lists';
  /** Whether it reads a file with comments. */
  readonly allowsComments: boolean;
  /** Members of the file that it needs besides `hooks`. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** The entry in the list of an event. `words`: the program and its arguments. */
  readonly toEntry: (event: string, words: readonly string[]) => unknown;
}

/** A file that belongs to the guard as a whole, such as a plugin. */
interface OwnFile {
  readonly kind: 'own file';
  /** Its text. `words`: start the hook, and name the agent; an event is to be added. */
  readonly toText: (words: readonly string[], hookFile: string) => string;
}

/** Time after which an agent ends a hook, in seconds; the hook itself ends sooner. */
const TIMEOUT_S = 5;

const UNTRIED =
  'These hooks follow its documentation; Devs was not tried with it. If nothing shows in `devs sessions`, take them out again.';

export const AGENT_SETTINGS: Readonly<Record<GuardedAgent, AgentSettings>> = {
  claude: {
    program: 'claude',
    folder: folderOf('CLAUDE_CONFIG_DIR', '.claude'),
    userFile: 'settings.json',
    projectFile: join('.claude', 'settings.local.json'),
    offSwitch: 'disableAllHooks',
    kind: 'lists',
    allowsComments: false,
    toEntry: (_event, [command, ...args]) => ({
      hooks: [{ type: 'command', command, args, timeout: TIMEOUT_S }],
    }),
  },
  codex: {
    program: 'codex',
    folder: folderOf('CODEX_HOME', '.codex'),
    userFile: 'hooks.json',
    projectFile: join('.codex', 'hooks.json'),
    note: (scope) =>
      scope === 'project'
        ? 'Codex reads the settings of a project only in folders that you trust.'
        : undefined,
    kind: 'lists',
    allowsComments: false,
    // It starts no list of words.
    toEntry: (_event, words) => ({
      hooks: [{ type: 'command', command: shellLine(words), timeout: TIMEOUT_S }],
    }),
  },
  gemini: {
    program: 'gemini',
    folder: (place) => join(folderOf('GEMINI_CLI_HOME', '.')(place), '.gemini'),
    userFile: 'settings.json',
    projectFile: join('.gemini', 'settings.json'),
    note: () => 'Gemini CLI runs hooks only in folders that you trust.',
    kind: 'lists',
    allowsComments: true,
    toEntry: toEntryInMs,
  },
  qwen: {
    program: 'qwen',
    folder: folderOf('QWEN_HOME', '.qwen'),
    userFile: 'settings.json',
    projectFile: join('.qwen', 'settings.json'),
    kind: 'lists',
    allowsComments: true,
    toEntry: toEntryInMs,
  },
  copilot: {
    program: 'copilot',
    folder: folderOf('COPILOT_HOME', '.copilot'),
    userFile: join('hooks', 'devs.json'),
    projectFile: join('.github', 'hooks', 'devs.json'),
    note: (scope) =>
      scope === 'project'
        ? 'Copilot CLI reads the hooks of a project only in folders that you trust.'
        : undefined,
    kind: 'lists',
    allowsComments: false,
    fixed: { version: 1 },
    // It refuses a call whose hook fails.
    toEntry: (_event, words) => ({
      type: 'command',
      ...(process.platform === 'win32'
        ? { powershell: `${powerShellLine(words)}; exit 0` }
        : { bash: `${shellLine(words)} || true` }),
      timeoutSec: TIMEOUT_S,
    }),
  },
  opencode: {
    program: 'opencode',
    folder: (place) => join(folderOf('XDG_CONFIG_HOME', '.config')(place), 'opencode'),
    userFile: join('plugin', 'devs.js'),
    projectFile: join('.opencode', 'plugin', 'devs.js'),
    kind: 'own file',
    toText: opencodePluginFile,
  },
  cursor: {
    program: 'cursor',
    folder: ({ home }) => join(home, '.cursor'),
    userFile: 'hooks.json',
    projectFile: join('.cursor', 'hooks.json'),
    isUntried: true,
    note: () => UNTRIED,
    kind: 'lists',
    // It takes two slashes for a comment even in a text.
    allowsComments: false,
    fixed: { version: 1 },
    toEntry: (_event, words) => ({ command: shellLine(words), timeout: TIMEOUT_S }),
  },
  // Copilot CLI reads this file as well.
  vscode: {
    program: 'code',
    folder: folderOf('COPILOT_HOME', '.copilot'),
    userFile: join('hooks', 'devs-vscode.json'),
    projectFile: join('.github', 'hooks', 'devs-vscode.json'),
    isUntried: true,
    note: () => UNTRIED,
    kind: 'lists',
    allowsComments: false,
    toEntry: (_event, words) => ({
      ...{ type: 'command', timeout: TIMEOUT_S },
      command:
        process.platform === 'win32'
          ? `${powerShellLine(words)}; exit 0`
          : `${shellLine(words)} || true`,
    }),
  },
};

/** Gemini CLI and Qwen Code count in milliseconds. */
function toEntryInMs(_event: string, words: readonly string[]): unknown {
  const hook = { name: 'devs', type: 'command', command: shellLine(words) };
  return { hooks: [{ ...hook, timeout: TIMEOUT_S * 1_000 }] };
}

/** The folder that a variable names, else the one in the user's home. */
function folderOf(variable: string, name: string): AgentSettings['folder'] {
  return ({ environment, home }) => {
    const named = environment[variable] ?? '';
    return named === '' ? join(home, name) : resolve(named);
  };
}
