import assert from 'node:assert/strict';
import { lines, Scratch } from './support';

const shell = { shellToolCall: { args: { command: 'npm test' } } };
const rollout = (payload: object): object => ({ type: 'response_item', payload });
const pi = (id: string): object => ({ type: 'toolCall', id, name: 'bash', arguments: {} });
const asks = (id: string): object => ({
  ...{ type: 'tool_call', session_id: 's', call_id: id, model_call_id: id },
  ...{ subtype: 'started', tool_call: shell },
});
const running = (id: string): object => ({
  ...{ type: 'tool', callID: id, messageID: id, tool: 'bash' },
  state: { status: 'running', input: { command: 'npm test' } },
});

/** Four calls whose end never came, as each recording keeps them. */
const RECORDINGS: Readonly<Record<string, string>> = {
  'what Cursor prints': lines(...['a', 'b', 'c', 'd'].map(asks)),
  'an export of opencode': JSON.stringify({
    info: { id: 'ses_1' },
    messages: [{ info: { role: 'assistant' }, parts: ['a', 'b', 'c', 'd'].map(running) }],
  }),
  'a session of pi': lines(
    { type: 'session', id: 'p', version: 3, cwd: '/home/dev' },
    ...['a', 'b', 'c', 'd'].map((id) => ({
      type: 'message',
      message: { role: 'assistant', content: [pi(id)] },
    })),
  ),
  'a trajectory of Trae Agent': JSON.stringify({
    task: 'Fix it.',
    agent_steps: ['a', 'b', 'c', 'd'].map((id) => ({
      tool_calls: [{ name: 'bash', call_id: id, arguments: {} }],
      tool_results: null,
    })),
  }),
  'a session of Codex': lines(
    ...['a', 'b', 'c', 'd'].map((id) =>
      rollout({ type: 'function_call', name: 'exec_command', arguments: 'npm test', call_id: id }),
    ),
  ),
};

describe('calls that were never answered', () => {
  const scratch = new Scratch();
  after(() => {
    scratch.remove();
  });

  for (const [name, content] of Object.entries(RECORDINGS))
    it(`are no steps: ${name}`, async () => {
      const { runs } = await scratch.read(content);
      assert.deepEqual(
        runs.flatMap(({ steps }) => steps),
        [],
      );
    });

  it('leave what was said with them, and the others of their message at once', async () => {
    const said = { type: 'text', text: 'I test.' };
    const message = { role: 'assistant', content: [said, pi('a'), pi('b'), pi('c')] };
    const answer = (id: string): object => ({
      type: 'message',
      message: { role: 'toolResult', toolCallId: id, content: [{ type: 'text', text: id }] },
    });
    const { runs } = await scratch.read(
      lines({ type: 'session', id: 'p' }, { type: 'message', message }, answer('b'), answer('c')),
    );
    assert.deepEqual(
      runs[0]?.steps.map(({ tool, thought, madeWith }) => [tool, thought, madeWith]),
      [
        ['', 'I test.', undefined],
        ['bash', '', undefined],
        ['bash', '', 1],
      ],
    );
  });
});

describe('what Cursor prints piece by piece', () => {
  const scratch = new Scratch();
  after(() => {
    scratch.remove();
  });

  it('is known as Cursor’s by its pieces, however many come first', async () => {
    const assistant = (text: string, more: object = {}): object => ({
      ...{ type: 'assistant', session_id: 's', ...more },
      message: { role: 'assistant', content: [{ type: 'text', text }] },
    });
    const pieces = Array.from({ length: 500 }, (_, at) => assistant('the ', { timestamp_ms: at }));
    const whole = assistant('the '.repeat(500).trim());
    const { runs } = await scratch.read(lines(...pieces, whole));
    assert.deepEqual(
      runs[0]?.steps.map(({ thought }) => thought.length),
      [1_999],
    );
  });

  it('tells what a call asked for at its end where its beginning does not', async () => {
    const call = (id: string, subtype: string, told: object): object => ({
      ...{ type: 'tool_call', session_id: 's', call_id: id, subtype },
      tool_call: { shellToolCall: told },
    });
    const commands = ['one', 'two'].flatMap((command) => [
      call(command, 'started', {}),
      call(command, 'completed', { args: { command }, result: { success: { stdout: '' } } }),
    ]);
    const { runs } = await scratch.read(lines(...commands));
    assert.deepEqual(
      runs[0]?.steps.map(({ args }) => args),
      ['{"command":"one"}', '{"command":"two"}'],
    );
  });
});
