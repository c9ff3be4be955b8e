import { join } from 'node:path';
import type { ModelAnswer, ModelProtocol, ModelScript, ScriptedCall } from './modelProtocol';
import {
  endOf,
  events,
  json,
  moveAfter,
  NO_UPSTREAM,
  NOT_CONNECTED,
  retryAfter,
} from './modelProtocol';

interface MessagesRequest {
  readonly stream?: boolean;
  readonly model: string;
  readonly tools?: readonly { readonly name: string }[];
  readonly messages: readonly { readonly content: string | readonly { readonly type: string }[] }[];
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
    const blocks = nextBlocks(request, script);
    const stopReason = blocks.at(-1)?.type === 'tool_use' ? 'tool_use' : 'end_turn';
    const message = {
      id: `msg_scripted_${resultsIn(request).length}`,
      type: 'message',
      role: 'assistant',
      model: request.model,
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 20 },
    };
    if (request.stream !== true) {
      return json({ ...message, content: blocks, stop_reason: stopReason });
    }
    return events([
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      ...blocks.flatMap(blockEvents),
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

function resultsIn({ messages }: MessagesRequest): readonly object[] {
  return messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter(({ type }) => type === 'tool_result');
}

function nextBlocks(request: MessagesRequest, script: ModelScript): Block[] {
  const results = resultsIn(request);
  const given = results.filter((result) => !NOT_CONNECTED.test(JSON.stringify(result)));
  const canWrite = request.tools?.some((tool) => tool.name === 'Write') ?? false;
  const { says, calls } = canWrite ? moveAfter(script, given.length) : endOf(script);
  const uses = calls.map((call, at): Block => {
    const id = `toolu_scripted_${results.length + at}`;
    return { type: 'tool_use', id, ...toolUse(call, script.workspace) };
  });
  return [...(says === undefined ? [] : [{ type: 'text' as const, text: says }]), ...uses];
}

function toolUse(call: ScriptedCall, workspace: string): { name: string; input: object } {
  switch (call.kind) {
    case 'read':
      return { name: 'Read', input: { file_path: join(workspace, call.path) } };
    case 'run':
      return { name: 'Bash', input: { command: call.command, description: 'Run it' } };
    case 'tool':
      return { name: `mcp__devs__${call.tool}`, input: call.input };
    case 'edit': {
      const [old, path] = [call.from, join(workspace, call.path)];
      return { name: 'Edit', input: { file_path: path, old_string: old, new_string: call.to } };
    }
    case 'write': {
      const file = join(workspace, call.path);
      return { name: 'Write', input: { file_path: file, content: call.content } };
    }
  }
}

function blockEvents(block: Block, index: number): object[] {
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
    { type: 'content_block_start', index, content_block: start },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ];
}
