import { join } from 'node:path';
import type { ModelAnswer, ModelProtocol, ModelScript, ScriptedCall } from './modelProtocol';
import {
  addFilePatch,
  dataEvents,
  endOf,
  json,
  moveAfter,
  NO_UPSTREAM,
  retryAfter,
  retryAtOnce,
} from './modelProtocol';

interface ChatRequest {
  readonly stream?: boolean;
  readonly model: string;
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly messages: readonly { readonly role: string }[];
}

interface FunctionCall {
  readonly name: string;
  readonly input: object;
}

/** The OpenAI Chat Completions API, as opencode, Qwen Code, Cline and Copilot CLI speak it. */
export const openaiChatCompletions: ModelProtocol = {
  serves: (path) => path === '/v1/chat/completions',
  answer(_path, body, script) {
    const request = JSON.parse(body) as ChatRequest;
    const message = nextMessage(request, script);
    const reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
    const head = { id: 'chatcmpl-scripted', created: 1, model: request.model };
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
    if (request.stream !== true) {
      const choice = { index: 0, message, finish_reason: reason };
      return json({ ...head, object: 'chat.completion', choices: [choice], usage });
    }
    const chunk = { ...head, object: 'chat.completion.chunk' };
    return dataEvents([
      JSON.stringify({ ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] }),
      JSON.stringify({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }] }),
      JSON.stringify({ ...chunk, choices: [], usage }),
      '[DONE]',
    ]);
  },
  keyHeader: 'authorization',
  unauthorised(hasKey) {
    const [message, code] = hasKey
      ? ['Incorrect API key provided: scripted.', 'invalid_api_key']
      : ["You didn't provide an API key.", null];
    return failure(401, { message, type: 'invalid_request_error', code });
  },
  refusals: {
    rateLimit: retryAfter(
      failure(429, {
        message:
          'Rate limit reached for gpt-5.1 in organization org-a on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 2s.',
        type: 'requests',
        code: 'rate_limit_exceeded',
      }),
    ),
    noCredit: retryAtOnce(
      failure(429, {
        message: 'You exceeded your current quota, please check your plan and billing details.',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      }),
    ),
    unavailable: retryAtOnce(NO_UPSTREAM),
    overloaded: retryAtOnce(
      failure(503, {
        message: 'The engine is currently overloaded, please try again later',
        type: 'server_error',
        code: null,
      }),
    ),
  },
};

function failure(status: number, error: object): ModelAnswer {
  return json({ error: { param: null, ...error } }, status);
}

function nextMessage({ messages, tools = [] }: ChatRequest, script: ModelScript): object {
  const names = tools.map((tool) => tool.function.name);
  const functionOf = agentFunctions.find(({ write }) => names.includes(write))?.functionOf;
  const results = messages.filter(({ role }) => role === 'tool').length;
  const { says, calls } = functionOf === undefined ? endOf(script) : moveAfter(script, results);
  const toolCalls = calls.map((call, index) => {
    const { name, input } = functionOf!(call, script.workspace);
    const called = { name, arguments: JSON.stringify(input) };
    return { index, id: `call_scripted_${results + index}`, type: 'function', function: called };
  });
  return {
    ...{ role: 'assistant', content: says ?? null },
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  };
}

/** How each agent calls its tools; it is known by the one that writes a file. */
const agentFunctions = [
  { write: 'write', functionOf: opencodeFunction },
  { write: 'write_file', functionOf: qwenFunction },
  { write: 'apply_patch', functionOf: clineFunction },
  { write: 'create', functionOf: copilotFunction },
];

function opencodeFunction(call: ScriptedCall, workspace: string): FunctionCall {
  switch (call.kind) {
    case 'read':
      return { name: 'read', input: { filePath: join(workspace, call.path) } };
    case 'run':
      return { name: 'bash', input: { command: call.command, description: 'Runs it' } };
    case 'tool':
      return { name: `devs_${call.tool}`, input: call.input };
    case 'edit': {
      const [filePath, oldString] = [join(workspace, call.path), call.from];
      return { name: 'edit', input: { filePath, oldString, newString: call.to } };
    }
    case 'write': {
      const file = join(workspace, call.path);
      return { name: 'write', input: { filePath: file, content: call.content } };
    }
  }
}

function qwenFunction(call: ScriptedCall, workspace: string): FunctionCall {
  switch (call.kind) {
    case 'read':
      return { name: 'read_file', input: { file_path: join(workspace, call.path) } };
    case 'run':
      return { name: 'run_shell_command', input: { command: call.command, is_background: false } };
    case 'tool':
      return { name: `mcp__devs__${call.tool}`, input: call.input };
    case 'edit': {
      const [old, path] = [call.from, join(workspace, call.path)];
      return { name: 'edit', input: { file_path: path, old_string: old, new_string: call.to } };
    }
    case 'write': {
      const file = join(workspace, call.path);
      return { name: 'write_file', input: { file_path: file, content: call.content } };
    }
  }
}

function clineFunction(call: ScriptedCall, workspace: string): FunctionCall {
  switch (call.kind) {
    case 'read':
      return { name: 'read_files', input: { files: [{ path: join(workspace, call.path) }] } };
    case 'run':
      return { name: 'run_commands', input: { commands: [call.command] } };
    case 'tool':
      return { name: `devs__${call.tool}`, input: call.input };
    case 'edit': {
      const input = { path: join(workspace, call.path), old_text: call.from, new_text: call.to };
      return { name: 'editor', input };
    }
    case 'write': {
      const input = addFilePatch({ ...call, path: join(workspace, call.path) });
      return { name: 'apply_patch', input: { input } };
    }
  }
}

function copilotFunction(call: ScriptedCall, workspace: string): FunctionCall {
  switch (call.kind) {
    case 'read':
      return { name: 'view', input: { path: join(workspace, call.path) } };
    case 'run':
      return {
        name: 'bash',
        input: { command: call.command, description: 'Runs it', mode: 'sync', initial_wait: 120 },
      };
    case 'tool':
      return { name: `devs-${call.tool}`, input: call.input };
    case 'edit': {
      const input = { path: join(workspace, call.path), old_str: call.from, new_str: call.to };
      return { name: 'edit', input };
    }
    case 'write': {
      const file = join(workspace, call.path);
      return { name: 'create', input: { path: file, file_text: call.content } };
    }
  }
}
