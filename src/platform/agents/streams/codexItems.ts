import type { CodexItem } from './codexEvents';
import { textOf } from '../../json/jsonValue';
import { contentText } from './jsonText';
import type { Call, CallResult } from './stepLog';

/** The call that an item of `codex exec --json` describes; undefined for an unknown item. */
export function toCodexCall(item: CodexItem): Call | undefined {
  const { type: tool } = item;
  switch (tool) {
    case 'command_execution':
      return { tool, args: unwrapShell(item.command ?? '') };
    case 'file_change':
      // The change itself is not reported, so no two changes are the same call: the id separates them.
      return { tool, args: textOf({ id: item.id, changes: item.changes ?? [] }) };
    case 'mcp_tool_call':
      return {
        tool: [item.server, item.tool].filter(Boolean).join('.') || tool,
        args: textOf(item.arguments),
      };
    case 'collab_tool_call':
      return {
        tool: item.tool ?? tool,
        args: textOf({ prompt: item.prompt, receiver_thread_ids: item.receiver_thread_ids }),
      };
    case 'web_search':
      return { tool, args: textOf({ query: item.query ?? '', action: item.action }) };
    case 'todo_list':
      return { tool, args: textOf(item.items) };
    default:
      return undefined;
  }
}

/** Codex runs every command in a shell: removes the shell if the rest needs no unquoting. */
function unwrapShell(command: string): string {
  const [, quoted, bare] = IN_SHELL.exec(command) ?? [];
  return quoted ?? bare ?? command;
}

const IN_SHELL = /^(?:\S*\/)?(?:ba|z|da)?sh -l?c (?:'([^']+)'|([^\s'"\\]+))$/;

/** Its outcome. */
export function toCodexResult(item: CodexItem): CallResult {
  const { status } = item;
  const failed = status === 'failed' || status === 'declined';
  const error = failed || (status === 'completed' ? false : undefined);
  switch (item.type) {
    case 'command_execution':
      return {
        result: readCommandResult(item),
        error: error === true || (item.exit_code ?? 0) !== 0,
      };
    case 'file_change':
      return { result: `${item.id} ${status ?? ''}`.trim(), error };
    case 'mcp_tool_call':
      return {
        result: readMcpResult(item),
        error: error === true || item.error?.message !== undefined,
      };
    case 'collab_tool_call':
      return { result: textOf(item.agents_states), error };
    default:
      return { result: '' };
  }
}

function readCommandResult({
  aggregated_output: output = '',
  exit_code: code,
  status,
}: CodexItem): string {
  if (output !== '') return output;
  if (status === 'declined') return 'not approved';
  return code === undefined || code === 0 ? '' : `exit code ${code}`;
}

function readMcpResult({ result, error }: CodexItem): string {
  if (error?.message !== undefined) return error.message;
  const text = contentText(result?.content);
  return text === '' ? textOf(result?.structured_content) : text;
}
