import type { ModelProtocol, ModelScript } from './modelProtocol';
import { events, json } from './modelProtocol';

/** The OpenAI Responses API, as Codex speaks it. */
export const openaiResponses: ModelProtocol = {
  serves: (path) => path.startsWith('/v1/responses') || path.startsWith('/v1/models'),
  answer(path, body, script) {
    if (path.startsWith('/v1/models')) return json({ object: 'list', data: [], models: [] });
    const item = nextItem(body, script);
    const response = { id: 'resp_scripted', object: 'response', status: 'in_progress', output: [] };
    return events([
      { type: 'response.created', response },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      {
        type: 'response.completed',
        response: { ...response, status: 'completed', output: [item], usage: usage() },
      },
    ]);
  },
  keyHeader: 'authorization',
  unauthorised(hasKey) {
    const [message, code] = hasKey
      ? ['Incorrect API key provided.', 'invalid_api_key']
      : ['Missing bearer or basic authentication in header', null];
    return json({ error: { message, type: 'invalid_request_error', param: null, code } }, 401);
  },
};

function nextItem(body: string, script: ModelScript): object {
  if (body.includes('tool_call_output"')) {
    return {
      type: 'message',
      id: 'msg_scripted',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: script.finalText, annotations: [] }],
    };
  }
  return {
    type: 'custom_tool_call',
    id: 'ctc_scripted',
    call_id: 'call_scripted',
    name: 'apply_patch',
    input: addFilePatch(script),
    status: 'completed',
  };
}

function addFilePatch({ edit }: ModelScript): string {
  const added = edit.content
    .trimEnd()
    .split('\n')
    .map((line) => `+${line}`);
  return ['*** Begin Patch', `*** Add File: ${edit.path}`, ...added, '*** End Patch'].join('\n');
}

function usage(): object {
  return {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 120,
  };
}
