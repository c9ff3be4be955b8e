import fc from 'fast-check';
import type { StepFormat } from '../../../../../src/model/steps/step';
import { anyCodePoint } from '../../../../support/anyCodePoint';

/** Anything that JSON can hold. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: anyCodePoint }),
  fc.constantFrom<unknown>({ __proto__: null }, [[]], -1, 1e300),
);

/** An object whose members are mostly as they should be, sometimes missing, sometimes anything. */
function mostly(members: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> {
  const shaken = Object.entries(members).map(([key, value]) => {
    const absent = fc.constant(undefined);
    return [
      key,
      fc.oneof(
        { weight: 30, arbitrary: value },
        { weight: 1, arbitrary: absent },
        { weight: 1, arbitrary: anything },
      ),
    ] as const;
  });
  return fc.record(Object.fromEntries(shaken));
}

const one = (...values: readonly unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values);
const id = one('a', 'b', 'c');
const words = fc.oneof(one('Again.', '', ' '), fc.string({ unit: anyCodePoint }));
const name = one('Bash', 'Read', '');
const message = mostly({ message: words });

const block = fc.oneof(
  mostly({ type: one('text'), text: words }),
  mostly({ type: one('thinking'), thinking: words }),
  mostly({ type: one('tool_use', 'server_tool_use'), id, name, input: anything }),
  mostly({
    type: one('tool_result'),
    tool_use_id: id,
    content: fc.oneof(
      words,
      fc.array(fc.oneof(mostly({ type: one('text'), text: words }), anything)),
    ),
    is_error: one(true, false),
  }),
);

const claude = fc.oneof(
  mostly({
    type: one('assistant', 'user', 'system'),
    message: mostly({ id, content: fc.oneof(words, fc.array(block, { maxLength: 4 })) }),
    parent_tool_use_id: one(null, null, 'a', 'b'),
    isSidechain: one(undefined, true),
    agentId: one(undefined, 'x'),
    error: one(undefined, undefined, 'overloaded'),
  }),
  mostly({
    type: one('result'),
    subtype: one('success', 'error_max_turns'),
    is_error: one(true, false),
    result: words,
    errors: fc.array(words, { maxLength: 2 }),
    permission_denials: fc.array(mostly({ tool_name: name, tool_input: anything })),
  }),
);

const codex = fc.oneof(
  mostly({
    type: one('item.started', 'item.updated', 'item.completed'),
    item: mostly({
      id,
      type: one(
        ...['agent_message', 'reasoning', 'command_execution', 'file_change', 'mcp_tool_call'],
        ...['collab_tool_call', 'web_search', 'todo_list', 'error', 'unheard_of'],
      ),
      ...{ text: words, command: words, aggregated_output: words, query: words },
      ...{
        exit_code: one(0, 1, null),
        status: one('in_progress', 'completed', 'failed', 'declined'),
      },
      ...{ changes: anything, arguments: anything, items: anything, action: anything },
      ...{ server: name, tool: name, result: mostly({ content: anything }), error: message },
    }),
  }),
  mostly({ type: one('error', 'turn.failed', 'turn.completed'), message: words, error: message }),
);

const gemini = fc.oneof(
  mostly({
    type: one('message'),
    role: one('assistant', 'user'),
    content: words,
    delta: one(true, false),
  }),
  mostly({ type: one('tool_use'), tool_id: id, tool_name: name, parameters: anything }),
  mostly({
    type: one('tool_result'),
    tool_id: id,
    status: one('success', 'error'),
    output: words,
    error: message,
  }),
  mostly({
    type: one('error', 'result'),
    severity: one('warning', 'error'),
    message: words,
    status: one('success', 'error'),
    error: message,
  }),
);

const opencode = fc.oneof(
  mostly({
    type: one('step_start', 'step_finish', 'text', 'reasoning', 'tool_use', 'tool_use'),
    sessionID: one('s'),
    part: mostly({
      ...{ messageID: id, text: words, tool: name, callID: id },
      state: mostly({
        status: one('completed', 'error', 'running'),
        ...{ input: anything, output: words, error: words },
        metadata: mostly({ exit: one(0, 1) }),
      }),
    }),
  }),
  mostly({ type: one('error'), sessionID: one('s'), error: mostly({ name, data: message }) }),
);

const acp = fc.oneof(
  fc.constant({ jsonrpc: '2.0', id: 1, result: {} }),
  mostly({
    jsonrpc: one('2.0'),
    method: one('session/update', 'session/update', 'session/request_permission', 'fs/read'),
    params: mostly({
      sessionId: one('s'),
      update: mostly({
        sessionUpdate: one(
          ...['tool_call', 'tool_call_update', 'agent_message_chunk', 'agent_thought_chunk'],
          ...['plan', 'usage_update', 'hologram'],
        ),
        ...{ toolCallId: id, title: words, name, kind: one('edit', 'execute', 'read') },
        status: one('pending', 'in_progress', 'completed', 'failed'),
        ...{ rawInput: anything, rawOutput: anything },
        content: fc.oneof(mostly({ type: one('text'), text: words }), fc.array(anything)),
        locations: fc.array(mostly({ path: words })),
        entries: fc.array(mostly({ content: words, status: one('pending') })),
        messageId: id,
        _meta: mostly({ claudeCode: mostly({ toolName: name }) }),
      }),
    }),
  }),
  mostly({
    ...{ jsonrpc: one('2.0'), id: one(1, 2) },
    result: mostly({ stopReason: one('end_turn', 'max_tokens', 'refusal') }),
    error: mostly({ code: one(-32000), message, data: anything }),
  }),
);

/** Events that look like those of a format, with members missing and of wrong types. */
export const ANY_EVENT: Readonly<Record<StepFormat, fc.Arbitrary<object>>> = {
  acp,
  claude,
  codex,
  gemini,
  opencode,
  qwen: claude,
};

/** Such events as lines, some of them broken off, and lines of other things. */
export function anyLines(format: StepFormat): fc.Arbitrary<string[]> {
  const event = ANY_EVENT[format].map((value) => JSON.stringify(value));
  return fc.array(
    fc.oneof(
      { weight: 10, arbitrary: event },
      { weight: 1, arbitrary: event.map((line) => line.slice(0, -1)) },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: fc.string({ unit: anyCodePoint }) },
    ),
    { minLength: 10, maxLength: 60, size: 'max' },
  );
}
