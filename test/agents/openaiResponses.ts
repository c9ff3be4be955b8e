import type { ModelAnswer, ModelProtocol, ModelScript } from './modelProtocol';
import { events, json, NO_UPSTREAM, retryAfter } from './modelProtocol';

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
