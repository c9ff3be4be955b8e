import { isObject, wordOf } from '../../json/jsonValue';
import type { AcpUpdate } from './acpEvents';

/** A tool of an MCP server, by the names that the agent knows. */
export interface McpTool {
  readonly server: string;
  readonly tool: string;
}

/**
 * The tool of an MCP server that a call is of, as the agent itself states it; undefined for its own tools. Nothing that
 * the model words counts: neither the title of a command nor the input of a tool.
 */
export function readMcpTool(update: AcpUpdate): McpTool | undefined {
  const { _meta: meta, rawInput } = update;
  if (!isObject(meta)) return readTitle(update);
  // Codex
  if (meta['is_mcp_tool_call'] === true)
    return isObject(rawInput)
      ? toMcpTool(wordOf(rawInput['server']), wordOf(rawInput['tool']))
      : undefined;
  // Claude, Qwen Code
  const { claudeCode: claude } = meta;
  if (!isObject(claude)) return readName(meta['toolName']);
  const tool = readName(claude['toolName']);
  return statesOther(claude['mcpServer'], tool) ? undefined : tool;
}

/** Whether Claude states another server than the name does, or one that no client of it gave it. */
function statesOther(stated: unknown, tool: McpTool | undefined): boolean {
  return isObject(stated) && (stated['name'] !== tool?.server || stated['source'] !== 'dynamic');
}

/** The parts of `mcp__server__tool`; undefined where they cannot be told apart. */
function readName(name: unknown): McpTool | undefined {
  if (typeof name !== 'string') return undefined;
  const [, server, tool] = /^mcp__((?:(?!__).)*[^_])__((?!_)(?:(?!__).)+)$/.exec(name) ?? [];
  return toMcpTool(server, tool);
}

/** Gemini CLI puts the server into the title, and before the id of the call. */
function readTitle({ title = '', kind, toolCallId = '' }: AcpUpdate): McpTool | undefined {
  const [, tool, server] = /^(\S+) \((.+) MCP Server\)$/.exec(title) ?? [];
  return kind === 'other' && toolCallId.startsWith(`mcp_${server}_`)
    ? toMcpTool(server, tool)
    : undefined;
}

function toMcpTool(server: string | undefined, tool: string | undefined): McpTool | undefined {
  return server === undefined || tool === undefined ? undefined : { server, tool };
}
