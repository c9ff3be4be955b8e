import { join, resolve } from 'node:path';
import type { GuardedAgent } from '../../../model/guard/guardedAgent';
import type { GuardScope } from '../../../model/guard/guardInstall';
import { shellLine } from './shellLine';

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

export const AGENT_SETTINGS: Readonly<Record<GuardedAgent, AgentSettings>> = {
  claude: {
    program: 'claude',
    folder: folderOf('CLAUDE_CONFIG_DIR', '.claude'),
    userFile: 'settings.json',
    projectFile: join('.claude', 'settings.local.json'),
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
};

/** The folder that a variable names, else the one in the user's home. */
function folderOf(variable: string, name: string): AgentSettings['folder'] {
  return ({ environment, home }) => {
    const named = environment[variable] ?? '';
    return named === '' ? join(home, name) : resolve(named);
  };
}
