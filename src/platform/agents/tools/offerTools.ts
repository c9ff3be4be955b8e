import type { AgentDefinition } from '../../../model/config/config';
import { isObject } from '../../json/jsonValue';
import type { Environment } from '../../process/environment';
import { SERVER_NAME, TOOL_TIMEOUT_MS, type ToolServer } from './toolServer';

/** How tools are offered to an agent of type `command`. */
export interface ToolOffer {
  readonly server: ToolServer;
  /** Writes a file that is kept while the agent runs; resolves with its path. */
  readonly write: (text: string, extension: string) => Promise<string>;
  /** What the agent inherits. */
  readonly environment: Environment;
  /** Whether there is a file. */
  readonly exists: (path: string) => boolean;
}

/**
 * The definition with which the agent starts the server, for Claude Code, Codex CLI and Gemini CLI; as it was for others,
 * and for a line for the shell. Without `mcp: true` the program must be known: a script may take no other arguments.
 */
export async function offerTools(
  definition: AgentDefinition,
  offer: ToolOffer,
): Promise<AgentDefinition> {
  const { command, steps, mcp } = definition;
  if (typeof command === 'string') return definition;
  const isKnown = (program: RegExp): boolean =>
    mcp === true || program.test(command[programAt(command)] ?? '');
  switch (steps) {
    case 'claude':
      return isKnown(CLAUDE)
        ? { ...definition, ...(await offerClaude(command, offer)) }
        : definition;
    case 'codex':
      return isKnown(CODEX) ? { ...definition, command: offerCodex(command, offer) } : definition;
    case 'gemini':
      return isKnown(GEMINI)
        ? { ...definition, ...(await offerGemini(definition, offer)) }
        : definition;
    case undefined:
    case 'acp':
    case 'opencode':
    case 'qwen':
    case 'text':
      return definition;
    default:
      return steps satisfies never;
  }
}

const CLAUDE = /(?:^|[\\/])claude(?:\.(?:exe|cmd|[cm]?js))?$|@anthropic-ai[\\/]claude-code\b/i;
const CODEX = /(?:^|[\\/])codex(?:\.(?:exe|cmd|[cm]?js))?$|@openai[\\/]codex\b/i;
const GEMINI = /(?:^|[\\/])gemini(?:\.(?:exe|cmd|[cm]?js))?$|@google[\\/]gemini-cli\b/i;

/** Programs that start another one on this computer, whose arguments they pass on. */
const STARTER =
  /(?:^|[\\/])(?:env|nice|time|timeout|nohup|node|npx|pnpx|bunx|pnpm|yarn|bun)(?:\.(?:exe|cmd))?$/i;

/** What such a program takes before the other: its own words, variables, a duration. */
const STARTER_WORD = /^(?:-y|--yes|--no-install|--bun|dlx|exec|x|\w+=.*|\d+[smhd]?)$/s;

/** Where the program is named that is started in the end; -1 if nowhere. */
function programAt(command: readonly string[]): number {
  return command.findIndex((word) => !STARTER.test(word) && !STARTER_WORD.test(word));
}

/** The command with more options, where options end: at the end, or before `--`. */
function withOptions(command: readonly string[], options: readonly string[]): readonly string[] {
  const end = command.indexOf('--');
  return command.toSpliced(end === -1 ? command.length : end, 0, ...options);
}

/** Claude Code ends at once where its servers are managed and it is given another. */
const CLAUDE_SERVERS_FILE: ManagedFile = {
  darwin: '/Library/Application Support/ClaudeCode/managed-mcp.json',
  win32: 'C:\\Program Files\\ClaudeCode\\managed-mcp.json',
  other: '/etc/claude-code/managed-mcp.json',
};

async function offerClaude(
  command: readonly string[],
  { server, write, exists }: ToolOffer,
): Promise<Pick<AgentDefinition, 'command'>> {
  if (exists(pathOf(CLAUDE_SERVERS_FILE))) return { command };
  const file = await write(JSON.stringify({ mcpServers: { [SERVER_NAME]: server } }), '.json');
  // With "=", so that neither takes the words after it, nor is taken as one by the option before it.
  const options = [`--mcp-config=${file}`, `--allowedTools=mcp__${SERVER_NAME}`];
  return { command: withOptions(command, options) };
}

/** The option comes after `exec`: `resume` and the prompt may follow. */
function offerCodex(command: readonly string[], { server }: ToolOffer): readonly string[] {
  const settings = { ...server, tool_timeout_sec: TOOL_TIMEOUT_MS / 1000 };
  const option = ['-c', `mcp_servers.${SERVER_NAME}=${toml(settings)}`];
  const named = command.findIndex((word) => CODEX.test(word));
  const at = command.indexOf('exec', Math.max(0, named, programAt(command))) + 1;
  return at === 0 ? withOptions(command, option) : command.toSpliced(at, 0, ...option);
}

/** A value of TOML on one line; names need no quotes, and of all texts only DEL is written differently in JSON. */
function toml(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
  return `{${Object.entries(value)
    .map(([name, member]) => `${name}=${toml(member)}`)
    .join(',')}}`;
}

/** Names a file of defaults, which the settings of machine, user and workspace add to and replace. */
const GEMINI_DEFAULTS = 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH';

/** Where the administrator of a machine puts that file. */
const GEMINI_DEFAULTS_FILE: ManagedFile = {
  darwin: '/Library/Application Support/GeminiCli/system-defaults.json',
  win32: 'C:\\ProgramData\\gemini-cli\\system-defaults.json',
  other: '/etc/gemini-cli/system-defaults.json',
};

/** No option takes a server, so it comes with the defaults, unless there are others. */
async function offerGemini(
  definition: AgentDefinition,
  { server, write, environment, exists }: ToolOffer,
): Promise<Pick<AgentDefinition, 'env'>> {
  const { env } = definition;
  const isTaken = (env[GEMINI_DEFAULTS] ?? environment[GEMINI_DEFAULTS]) !== undefined;
  if (isTaken || exists(pathOf(GEMINI_DEFAULTS_FILE))) return { env };
  const settings = { ...server, trust: true, timeout: TOOL_TIMEOUT_MS };
  const path = await write(JSON.stringify({ mcpServers: { [SERVER_NAME]: settings } }), '.json');
  return { env: { ...env, [GEMINI_DEFAULTS]: path } };
}

/** Where the administrator of a machine puts a file. */
interface ManagedFile {
  readonly darwin: string;
  readonly win32: string;
  /** Linux and the like. */
  readonly other: string;
}

function pathOf({ darwin, win32, other }: ManagedFile): string {
  return process.platform === 'darwin' ? darwin : process.platform === 'win32' ? win32 : other;
}
