import { TOOL_NAMES } from '../../../model/tools/toolNames';
import type { AgentRequest } from '../../../ports/agent';
import { MARKER_VARIABLE, markerValue } from '../../process/turnMarker';
import type { McpTool } from '../streams/acpMcpTool';
import type { AgentOptions } from '../turn/agentOptions';

/** Name of the server in an agent's configuration; part of the names of its tools there. */
export const SERVER_NAME = 'devs';

/** Whether it is one of Devs' tools, by its names: another server may have a name that differs little. */
export function isOwnTool({ server, tool }: McpTool): boolean {
  return server === SERVER_NAME && TOOL_NAMES.some((name) => name === tool);
}

/** Milliseconds that an agent waits for a tool: a question to a human has its own, shorter limit. */
export const TOOL_TIMEOUT_MS = 24 * 60 * 60 * 1000;

/** The server of Devs' tools as an agent starts it for one turn: `devs mcp` on standard input and output. */
export interface ToolServer {
  readonly command: string;
  readonly args: readonly string[];
  /** All that it needs: some agents start servers without their own environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** The server for a turn; undefined where the agent is to get no tools. */
export function toolServer(
  { cliFile, workspaceDir, directory, environment }: AgentOptions,
  { definition, taskId, turnId }: Pick<AgentRequest, 'definition' | 'taskId' | 'turnId'>,
): ToolServer | undefined {
  if (cliFile === undefined || definition.mcp === false) return undefined;
  return {
    command: process.execPath,
    args: [cliFile, '-C', workspaceDir, 'mcp'],
    env: {
      DEVS_TASK_ID: taskId,
      [MARKER_VARIABLE]: markerValue(environment[MARKER_VARIABLE], turnId),
      DEVS_STATE_DIR: directory,
      // In VS Code's extension host the program is VS Code's own.
      ELECTRON_RUN_AS_NODE: '1',
    },
  };
}
