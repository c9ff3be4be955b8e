import { existsSync } from 'node:fs';
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
  const isKnown = (program: RegExp): boolean => mcp === true || startsProgram(command, program);
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

const CLAUDE = /(?:^|[\\/])claude(?:\.\w+)?$|@anthropic-ai[\\/]claude-code\b/;
const CODEX = /(?:^|[\\/])codex(?:\.\w+)?$|@openai[\\/]codex\b/;
const GEMINI = /(?:^|[\\/])gemini(?:\.\w+)?$|@google[\\/]gemini-cli\b/;

/** Options of npx and its like, which come before the program. */
const RUNNER_OPTIONS: ReadonlySet<string> = new Set(['-y', '--yes', '--no-install', '--bun']);

/** Whether one of the words before the program's own options names it. */
function startsProgram(command: readonly string[], program: RegExp): boolean {
  for (const word of command) {
    if (program.test(word)) return true;
    if (word.startsWith('-') && !RUNNER_OPTIONS.has(word)) return false;
  }
  return false;
}

async function offerClaude(
  command: readonly string[],
  { server, write }: ToolOffer,
): Promise<Pick<AgentDefinition, 'command'>> {
  const file = await write(JSON.stringify({ mcpServers: { [SERVER_NAME]: server } }), '.json');
  // With "=", so that neither takes the words after it, nor is taken as one by the option before it.
  return { command: [...command, `--mcp-config=${file}`, `--allowedTools=mcp__${SERVER_NAME}`] };
}

/** The option comes after `exec`: `resume` and the prompt may follow. */
function offerCodex(command: readonly string[], { server }: ToolOffer): readonly string[] {
  const settings = { ...server, tool_timeout_sec: TOOL_TIMEOUT_MS / 1000 };
  const option = ['-c', `mcp_servers.${SERVER_NAME}=${toml(settings)}`];
  const at = command.indexOf('exec') + 1;
  return at === 0 ? [...command, ...option] : command.toSpliced(at, 0, ...option);
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
const GEMINI_DEFAULTS_FILE = {
  darwin: '/Library/Application Support/GeminiCli/system-defaults.json',
  win32: 'C:\\ProgramData\\gemini-cli\\system-defaults.json',
  other: '/etc/gemini-cli/system-defaults.json',
};

/** No option takes a server, so it comes with the defaults, unless there are others. */
async function offerGemini(
  definition: AgentDefinition,
  { server, write, environment }: ToolOffer,
): Promise<Pick<AgentDefinition, 'env'>> {
  const { env } = definition;
  const { darwin, win32, other } = GEMINI_DEFAULTS_FILE;
  const file =
    process.platform === 'darwin' ? darwin : process.platform === 'win32' ? win32 : other;
  const isTaken = (env[GEMINI_DEFAULTS] ?? environment[GEMINI_DEFAULTS]) !== undefined;
  if (isTaken || existsSync(file)) return { env };
  const settings = { ...server, trust: true, timeout: TOOL_TIMEOUT_MS };
  const path = await write(JSON.stringify({ mcpServers: { [SERVER_NAME]: settings } }), '.json');
  return { env: { ...env, [GEMINI_DEFAULTS]: path } };
}
