/** Lines as Claude Code prints them with `--output-format stream-json --verbose`, in short. */

export function claudeStart(): string {
  return JSON.stringify({ type: 'system', subtype: 'init', session_id: 's', tools: [] });
}

/** A call of a tool begins. */
export function claudeCall(id: string, name: string, input: object): string {
  const content = [{ type: 'tool_use', id, name, input }];
  const message = { id: `m-${id}`, role: 'assistant', model: 'claude', content };
  return JSON.stringify({ type: 'assistant', message, parent_tool_use_id: null, session_id: 's' });
}

/** What the call `id` gave back. */
export function claudeResult(id: string, text: string, error = false): string {
  const content = [{ type: 'tool_result', tool_use_id: id, content: text, is_error: error }];
  const message = { role: 'user', content };
  return JSON.stringify({ type: 'user', message, parent_tool_use_id: null, session_id: 's' });
}

/** The end of a run that went well. */
export function claudeAnswer(result: string): string {
  const told = { type: 'result', subtype: 'success', is_error: false };
  return JSON.stringify({ ...told, result, num_turns: 1, session_id: 's' });
}
