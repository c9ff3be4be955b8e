import { isObject, wordOf } from '../../json/jsonValue';
import type { AcpUpdate } from './acpEvents';

/**
 * Name of the MCP server whose tool a call is, as the agent itself states it; undefined for its own tools. Nothing that
 * the model words counts: neither the title of a command nor the input of a tool.
 */
export function readMcpServer(update: AcpUpdate): string | undefined {
  const { _meta: meta, rawInput } = update;
  if (!isObject(meta)) return readTitle(update);
  // Codex
  if (meta['is_mcp_tool_call'] === true)
    return isObject(rawInput) ? wordOf(rawInput['server']) : undefined;
  // Claude, Qwen Code
  const { claudeCode: claude } = meta;
  const tool = isObject(claude) ? claude['toolName'] : meta['toolName'];
  return typeof tool === 'string'
    ? /^mcp__((?:(?!__).)+)__(?:(?!__).)+$/.exec(tool)?.[1]
    : undefined;
}

/** Gemini CLI puts the server into the title, and before the id of the call. */
function readTitle({ title = '', kind, toolCallId = '' }: AcpUpdate): string | undefined {
  const server = /^\S+ \((.+) MCP Server\)$/.exec(title)?.[1];
  return server !== undefined && kind === 'other' && toolCallId.startsWith(`mcp_${server}_`)
    ? server
    : undefined;
}
