import type { ModelAnswer, ModelProtocol, ModelScript, ScriptedCall } from './modelProtocol';
import {
  addFilePatch,
  events,
  json,
  moveAfter,
  NO_UPSTREAM,
  NOT_CONNECTED,
  replaceLinesPatch,
  retryAfter,
} from './modelProtocol';

/** Milliseconds that Codex waits for a command, its longest: on a busy machine, its default is over before the command. */
const COMMAND_MS = 30_000;

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

/** Newer models get tools with the request's input, and call them from JavaScript. */
const CODE_MODE = 'additional_tools';

function resultsIn({ input }: ResponsesRequest): readonly object[] {
  return input.filter(({ type }) => type.endsWith('_call_output'));
}

function nextItems(body: string, script: ModelScript): object[] {
  const request = JSON.parse(body) as ResponsesRequest;
  const results = resultsIn(request);
  const given = results.filter((result) => !NOT_CONNECTED.test(JSON.stringify(result)));
  const { says, calls } = moveAfter(script, given.length);
  const inMode = request.input.some(({ type }) => type === CODE_MODE)
    ? asCode
    : (call: ToolCall) => call;
  return [
    ...(says === undefined ? [] : [message(`scripted_${results.length}`, says)]),
    ...calls.map((call, at) => toolCall(call, `scripted_${results.length + at}`)).map(inMode),
  ];
}

interface ToolCall {
  readonly name: string;
  readonly call_id: string;
  /** JSON of a function's arguments; absent for a tool that takes text. */
  readonly arguments?: string;
  readonly input?: string;
}

/** The same call from JavaScript. */
function asCode({ name, call_id: callId, arguments: args, input }: ToolCall): ToolCall {
  const code = `text(await tools.${name}(${args ?? JSON.stringify(input)}))`;
  const own = { namespace: 'functions', name: 'exec', input: code, status: 'completed' };
  return { ...{ type: 'custom_tool_call', id: `ctc_${callId}`, call_id: callId }, ...own };
}

/** Codex has no tool to read a file: it reads with a command. */
function toolCall(call: ScriptedCall, callId: string): ToolCall {
  const ended = { call_id: callId, status: 'completed' };
  if (call.kind === 'write' || call.kind === 'edit') {
    const input = call.kind === 'write' ? addFilePatch(call) : replaceLinesPatch(call);
    const patch = { name: 'apply_patch', input };
    return { ...{ type: 'custom_tool_call', id: `ctc_${callId}` }, ...patch, ...ended };
  }
  const [name, input] =
    call.kind === 'tool'
      ? [`mcp__devs__${call.tool}`, call.input]
      : [
          'exec_command',
          {
            cmd: call.kind === 'read' ? `cat ${call.path}` : call.command,
            yield_time_ms: COMMAND_MS,
          },
        ];
  return {
    ...{ type: 'function_call', id: `fc_${callId}` },
    ...{ name, arguments: JSON.stringify(input) },
    ...ended,
  };
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

function usage(): object {
  return {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 120,
  };
}
