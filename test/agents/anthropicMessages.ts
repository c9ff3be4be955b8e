import { join } from 'node:path';
import type { ModelAnswer, ModelProtocol, ModelScript } from './modelProtocol';
import { events, json, NO_UPSTREAM, retryAfter } from './modelProtocol';

interface MessagesRequest {
  readonly stream?: boolean;
  readonly model: string;
  readonly tools?: readonly { readonly name: string }[];
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: object;
    };

/** The Anthropic Messages API, as Claude Code speaks it. */
export const anthropicMessages: ModelProtocol = {
  serves: (path) => path.startsWith('/v1/messages'),
  answer(path, body, script) {
    if (path.endsWith('/count_tokens')) return json({ input_tokens: 100 });
    const request = JSON.parse(body) as MessagesRequest;
    const block = nextBlock(request, body, script);
    const stopReason = block.type === 'tool_use' ? 'tool_use' : 'end_turn';
    const message = {
      id: 'msg_scripted',
      type: 'message',
      role: 'assistant',
      model: request.model,
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 20 },
    };
    if (request.stream !== true) {
      return json({ ...message, content: [block], stop_reason: stopReason });
    }
    return events([
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      ...blockEvents(block),
      {
        type: 'message_delta',
        delta: { stop_reason: stopReason, stop_sequence: null },
        usage: { output_tokens: 20 },
      },
      { type: 'message_stop' },
    ]);
  },
  keyHeader: 'x-api-key',
  unauthorised(hasKey) {
    const message = hasKey ? 'invalid x-api-key' : 'x-api-key header is required';
    return {
      ...failure(401, 'authentication_error', message),
      headers: { 'x-should-retry': 'false' },
    };
  },
  refusals: {
    rateLimit: retryAfter(
      failure(
        429,
        'rate_limit_error',
        "This request would exceed your organization's rate limit of 50 requests per minute.",
      ),
    ),
    noCredit: failure(
      400,
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ),
    unavailable: NO_UPSTREAM,
    overloaded: failure(529, 'overloaded_error', 'Overloaded'),
  },
};

function failure(status: number, type: string, message: string): ModelAnswer {
  return json({ type: 'error', error: { type, message }, request_id: 'req_scripted' }, status);
}

function nextBlock(request: MessagesRequest, body: string, script: ModelScript): Block {
  const canWrite = request.tools?.some((tool) => tool.name === 'Write') ?? false;
  if (!canWrite || body.includes('"tool_result"')) return { type: 'text', text: script.finalText };
  return {
    type: 'tool_use',
    id: 'toolu_scripted',
    name: 'Write',
    input: {
      file_path: join(script.edit.workspace, script.edit.path),
      content: script.edit.content,
    },
  };
}

function blockEvents(block: Block): object[] {
  const [start, delta] =
    block.type === 'text'
      ? [
          { ...block, text: '' },
          { type: 'text_delta', text: block.text },
        ]
      : [
          { ...block, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
        ];
  return [
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
  ];
}
