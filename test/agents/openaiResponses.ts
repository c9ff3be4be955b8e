import type { ModelAnswer, ModelProtocol, ModelScript } from './modelProtocol';
import { events, filesOf, json, moveAfter, NO_UPSTREAM, retryAfter } from './modelProtocol';

/** The OpenAI Responses API, as Codex speaks it. */
export const openaiResponses: ModelProtocol = {
  serves: (path) => path.startsWith('/v1/responses') || path.startsWith('/v1/models'),
  answer(path, body, script) {
    if (path.startsWith('/v1/models')) return json({ object: 'list', data: [], models: [] });
    const items = nextItems(body, script);
    const response = { id: 'resp_scripted', object: 'response', status: 'in_progress', output: [] };
    return events([
      { type: 'response.created', response },
      ...items.flatMap((item, index) => [
        { type: 'response.output_item.added', output_index: index, item },
        { type: 'response.output_item.done', output_index: index, item },
      ]),
      {
        type: 'response.completed',
        response: { ...response, status: 'completed', output: items, usage: usage() },
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
  refusals: {
    rateLimit: retryAfter(
      failure(429, {
        message:
          'Rate limit reached for gpt-5.1-codex in organization org-a on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 2s.',
        type: 'tokens',
        code: 'rate_limit_exceeded',
      }),
    ),
    noCredit: failure(429, {
      message: 'You exceeded your current quota, please check your plan and billing details.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    }),
    unavailable: NO_UPSTREAM,
    overloaded: failure(503, {
      message: 'The engine is currently overloaded, please try again later',
      type: 'server_error',
      code: 'server_is_overloaded',
    }),
  },
};

function failure(status: number, error: object): ModelAnswer {
  return json({ error: { param: null, ...error } }, status);
}

interface ResponsesRequest {
  readonly input: readonly { readonly type: string }[];
}

function resultsIn(body: string): number {
  const { input } = JSON.parse(body) as ResponsesRequest;
  return input.filter(({ type }) => type.endsWith('_call_output')).length;
}

function nextItems(body: string, script: ModelScript): object[] {
  const results = resultsIn(body);
  const move = moveAfter(script, results);
  const id = `scripted_${results}`;
  switch (move.kind) {
    case 'look': {
      const reads = filesOf(move.look).map((file, at) => {
        const args = JSON.stringify({ cmd: `cat ${file}` });
        const callId = `scripted_${results + at}`;
        const ids = { type: 'function_call', id: `fc_${callId}`, call_id: callId };
        return { ...ids, name: 'exec_command', arguments: args, status: 'completed' };
      });
      return [message(id, move.look.says), ...reads];
    }
    case 'edit': {
      const call = { name: 'apply_patch', input: addFilePatch(script), status: 'completed' };
      return [{ type: 'custom_tool_call', id: `ctc_${id}`, call_id: id, ...call }];
    }
    case 'end':
      return [message(id, script.finalText)];
  }
}

function message(id: string, text: string): object {
  return {
    type: 'message',
    id: `msg_${id}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
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
