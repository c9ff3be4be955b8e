import assert from 'node:assert/strict';
import { lines, Scratch } from './support';

/** Two calls at once, then one alone, as each recording keeps them. */
const RECORDINGS: Readonly<Record<string, string>> = {
  'a list of messages': JSON.stringify({ messages: [...asksTwice(), ...asksOnce()] }),
  'a session of Codex': lines(
    rollout({ type: 'function_call', name: 'exec_command', arguments: 'one', call_id: 'a' }),
    rollout({ type: 'function_call', name: 'exec_command', arguments: 'two', call_id: 'b' }),
    rollout({ type: 'function_call_output', call_id: 'a', output: '1' }),
    rollout({ type: 'function_call_output', call_id: 'b', output: '2' }),
    rollout({ type: 'function_call', name: 'exec_command', arguments: 'three', call_id: 'c' }),
    rollout({ type: 'function_call_output', call_id: 'c', output: '3' }),
  ),
  'a session of Gemini CLI': JSON.stringify({
    sessionId: 'g',
    messages: [gemini('one', 'two'), gemini('three')],
  }),
  'events of the OpenHands SDK': lines(
    ...sdk('a', 'response-1', 'one'),
    ...sdk('b', 'response-1', 'two'),
    ...sdk('c', 'response-2', 'three'),
  ),
  'events of OpenHands before its SDK': JSON.stringify([
    ...classic(1, 'response-1', 'one'),
    ...classic(3, 'response-1', 'two'),
    ...classic(5, 'response-2', 'three'),
  ]),
  'a stream of Cursor': lines(
    ...[cursor('a', 'response-1', 'started'), cursor('b', 'response-1', 'started')],
    ...[cursor('b', 'response-1', 'completed'), cursor('a', 'response-1', 'completed')],
    ...[cursor('c', 'response-2', 'started'), cursor('c', 'response-2', 'completed')],
  ),
  'a stream of Cursor that names no responses': lines(
    ...[cursor('a', undefined, 'started'), cursor('b', undefined, 'started')],
    ...[cursor('a', undefined, 'completed'), cursor('b', undefined, 'completed')],
    ...[cursor('c', undefined, 'started'), cursor('c', undefined, 'completed')],
  ),
  'events of opencode': lines(
    ...[opencode('a', 'message-1'), opencode('b', 'message-1'), opencode('c', 'message-2')],
  ),
  'a session of pi': lines(
    pi('m0', { role: 'assistant', content: [piCall('a'), piCall('b')] }),
    pi('m1', { role: 'toolResult', toolCallId: 'a', content: '1', isError: false }),
    pi('m2', { role: 'toolResult', toolCallId: 'b', content: '2', isError: false }),
    pi('m3', { role: 'assistant', content: [piCall('c')] }),
    pi('m4', { role: 'toolResult', toolCallId: 'c', content: '3', isError: false }),
  ),
  'a trajectory of Trae Agent': JSON.stringify({
    task: 'Look.',
    agent_steps: [trae('a', 'b'), trae('c')],
  }),
};

function trae(...ids: readonly string[]): object {
  return {
    tool_calls: ids.map((id) => ({ call_id: id, name: 'bash', arguments: { command: id } })),
    tool_results: ids.map((id) => ({ call_id: id, success: true, result: id })),
  };
}

function cursor(id: string, response: string | undefined, subtype: string): object {
  const tool_call = { readToolCall: { args: { path: id } } };
  return {
    ...{ type: 'tool_call', subtype, call_id: id, session_id: 's', tool_call },
    ...(response === undefined ? {} : { model_call_id: response }),
  };
}

function opencode(callID: string, messageID: string): object {
  const state = { status: 'completed', input: { filePath: callID }, output: callID };
  const part = { type: 'tool', tool: 'read', callID, messageID, state };
  return { type: 'tool_use', sessionID: 's', part };
}

function pi(id: string, message: object): object {
  return { type: 'message', id, message };
}

function piCall(id: string): object {
  return { type: 'toolCall', id, name: 'bash', arguments: { command: id } };
}

function asksTwice(): object[] {
  return [
    { role: 'assistant', tool_calls: [asked('a', 'one'), asked('b', 'two')] },
    { role: 'tool', tool_call_id: 'a', content: '1' },
    { role: 'tool', tool_call_id: 'b', content: '2' },
  ];
}

function asksOnce(): object[] {
  return [
    { role: 'assistant', tool_calls: [asked('c', 'three')] },
    { role: 'tool', tool_call_id: 'c', content: '3' },
  ];
}

function asked(id: string, command: string): object {
  return { id, function: { name: 'bash', arguments: command } };
}

function rollout(payload: object): object {
  return { type: 'response_item', payload };
}

function gemini(...commands: readonly string[]): object {
  const toolCalls = commands.map((args) => ({ name: 'run', args, status: 'success', result: '' }));
  return { id: commands.join(), type: 'gemini', content: '', toolCalls };
}

function sdk(id: string, response: string, command: string): object[] {
  return [
    {
      ...{ kind: 'ActionEvent', source: 'agent', tool_name: 'terminal', tool_call_id: id },
      ...{ action: { command }, llm_response_id: response },
    },
    { kind: 'ObservationEvent', source: 'environment', tool_call_id: id, observation: {} },
  ];
}

function classic(id: number, response: string, command: string): object[] {
  const tool_call_metadata = { function_name: 'bash', model_response: { id: response } };
  return [
    { id, source: 'agent', action: 'run', args: { command }, tool_call_metadata },
    { id: id + 1, source: 'agent', observation: 'run', cause: id, content: '' },
  ];
}

describe('calls that were made at once', () => {
  const scratch = new Scratch();
  after(() => {
    scratch.remove();
  });

  for (const [name, content] of Object.entries(RECORDINGS))
    it(`are told by ${name}`, async () => {
      const { runs, problems } = await scratch.read(content);
      assert.deepEqual(problems, []);
      assert.deepEqual(
        runs[0]?.steps.map(({ number, madeWith }) => [number, madeWith]),
        [
          [0, undefined],
          [1, 0],
          [2, undefined],
        ],
      );
    });

  it('are not those between which a user said something', async () => {
    const call = (id: string): object =>
      rollout({ type: 'function_call', name: 'exec_command', arguments: id, call_id: id });
    const answer = (id: string): object =>
      rollout({ type: 'function_call_output', call_id: id, output: id });
    const user = rollout({ type: 'message', role: 'user', content: 'No, the other one.' });
    const { runs } = await scratch.read(
      lines(call('a'), user, call('b'), answer('b'), answer('a')),
    );
    assert.deepEqual(
      runs[0]?.steps.map(({ madeWith }) => madeWith),
      [undefined, undefined],
    );
  });
});
