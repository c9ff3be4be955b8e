import assert from 'node:assert/strict';
import type { Step } from '../../../../src/model/steps/step';
import { lines, Scratch } from './support';

const LONG = 'x'.repeat(10_000_000);

function cursor(subtype: string, tool_call: object, change: object = {}): object {
  return { type: 'tool_call', subtype, call_id: 'c', session_id: 's', tool_call, ...change };
}

function cursorSays(text: string, change: object = {}): object {
  const message = { role: 'assistant', content: [{ type: 'text', text }] };
  return { type: 'assistant', message, session_id: 's', ...change };
}

function opencode(type: string, part: object, sessionID = 's'): object {
  return { type, sessionID, part: { messageID: 'm', ...part } };
}

function pi(id: string, message: object): object {
  return { type: 'message', id, message };
}

describe('what agents print and keep', () => {
  const scratch = new Scratch();
  after(() => scratch.remove());

  const stepsOf = async (...values: readonly object[]): Promise<readonly Step[]> => {
    const { runs, problems } = await scratch.read(lines(...values));
    assert.deepEqual([runs.length, problems], [1, []]);
    return runs[0]?.steps ?? [];
  };

  it('Cursor: what was refused or went wrong failed, and says why', async () => {
    const told = async (result: unknown): Promise<unknown> => {
      const done = cursor('completed', { readToolCall: { args: { path: 'a' }, result } });
      const [step] = await stepsOf(done);
      return [step?.tool, step?.args, step?.result, step?.error];
    };
    const read = ['read', '{"path":"a"}'];
    assert.deepEqual(await told({ rejected: { reason: 'No.' } }), [...read, 'No.', true]);
    assert.deepEqual(await told({ error: { errorMessage: 'Gone.' } }), [...read, 'Gone.', true]);
    assert.deepEqual(await told({ success: { content: '' } }), [...read, '', false]);
    assert.deepEqual(await told({ success: { files: ['b'], executionTime: 7 } }), [
      ...read,
      '{"files":["b"]}',
      false,
    ]);
    assert.deepEqual(await told(undefined), [...read, '', undefined]);
    assert.deepEqual(await told('done'), [...read, 'done', undefined]);
  });

  it('Cursor: a tool of another make has the name that it was called by', async () => {
    const call = { function: { name: 'look_up', arguments: '{"word":"rounding"}' } };
    const [step] = await stepsOf(cursor('started', call), cursor('completed', call));
    assert.deepEqual([step?.tool, step?.args], ['look_up', '{"word":"rounding"}']);
  });

  it('Cursor: words stand with their call, the last ones alone, pieces of them nowhere', async () => {
    const named = { model_call_id: 'r', timestamp_ms: 2 };
    const steps = await stepsOf(
      cursorSays('I ', { timestamp_ms: 1 }),
      cursorSays('I look.', named),
      cursor('started', { lsToolCall: { args: {} } }, named),
      cursor('completed', { lsToolCall: { args: {}, result: { success: {} } } }, named),
      cursorSays('Do', { timestamp_ms: 3 }),
      cursorSays('Done.'),
    );
    assert.deepEqual(
      steps.map(({ tool, thought }) => [tool, thought]),
      [
        ['ls', 'I look.'],
        ['', 'Done.'],
      ],
    );
  });

  it('Claude Code: a stream that begins as Cursor does is still its own', async () => {
    const init = { type: 'system', subtype: 'init', session_id: 's', model: 'any' };
    const use = { type: 'tool_use', id: 't', name: 'Bash', input: {} };
    const result = { type: 'tool_result', tool_use_id: 't', content: 'ok' };
    const steps = await stepsOf(
      init,
      { type: 'assistant', session_id: 's', message: { id: 'm', content: [use] } },
      { type: 'user', session_id: 's', message: { content: [result] } },
    );
    assert.deepEqual(
      steps.map(({ tool, result: got }) => [tool, got]),
      [['Bash', 'ok']],
    );
  });

  it('Claude Code: so is one that does not show whose it is for 16 MB', async () => {
    const before = Array.from({ length: 2 }, () => cursorSays(LONG));
    const call = cursor('completed', { lsToolCall: { args: {}, result: { success: {} } } });
    const short = await stepsOf(cursorSays('a'), cursorSays('b'), call);
    assert.deepEqual([short.length, short[0]?.tool], [1, 'ls']);
    const steps = await stepsOf(...before, call);
    assert.ok(steps.every(({ tool }) => tool === ''));
  });

  it('opencode: words that are printed after their calls stand with the first of them', async () => {
    const state = { status: 'completed', input: {}, output: 'ok' };
    const steps = await stepsOf(
      opencode('tool_use', { type: 'tool', tool: 'read', callID: 'a', state }),
      opencode('tool_use', { type: 'tool', tool: 'read', callID: 'b', state }),
      opencode('text', { type: 'text', text: 'I look.' }),
      opencode('text', { type: 'text', text: 'Done.', messageID: 'n' }),
    );
    assert.deepEqual(
      steps.map(({ tool, thought }) => [tool, thought]),
      [
        ['read', 'I look.'],
        ['read', ''],
        ['', 'Done.'],
      ],
    );
  });

  it('opencode: each session is a run, and one that only failed to start is none beside others', async () => {
    const said = { type: 'text', text: 'Done.' };
    const { runs } = await scratch.read(
      lines(
        { type: 'error', sessionID: 'x', error: { name: 'NoModel' } },
        opencode('text', said, 'a'),
        opencode('text', said, 'b'),
      ),
    );
    assert.deepEqual(
      runs.map(({ id, steps }) => [id, steps.length]),
      [
        ['a', 1],
        ['b', 1],
      ],
    );
  });

  it('pi: a command that ended with another code than 0 failed, thoughts count where nothing is said', async () => {
    const call = { type: 'toolCall', id: 'c', name: 'bash', arguments: { command: 'npm test' } };
    const answer = { role: 'toolResult', toolCallId: 'c', content: 'no', isError: false };
    const thinking = { type: 'thinking', thinking: 'Tests first.' };
    const steps = await stepsOf(
      pi('1', { role: 'assistant', content: [thinking, call] }),
      pi('2', { ...answer, details: { exitCode: 1 } }),
      pi('3', { role: 'assistant', content: 'Done.' }),
    );
    assert.deepEqual(
      steps.map(({ tool, result, error, thought }) => [tool, result, error, thought]),
      [
        ['bash', 'no', true, 'Tests first.'],
        ['', '', undefined, 'Done.'],
      ],
    );
  });

  it('results and arguments of ten megabytes are read', async () => {
    const shell = { args: { command: LONG }, result: { success: { stdout: LONG } } };
    const state = { status: 'completed', input: { command: LONG }, output: LONG };
    const call = { type: 'toolCall', id: 'c', name: 'bash', arguments: { command: LONG } };
    for (const values of [
      [cursor('completed', { shellToolCall: shell })],
      [opencode('tool_use', { type: 'tool', tool: 'bash', callID: 'a', state })],
      [
        pi('1', { role: 'assistant', content: [call] }),
        pi('2', { role: 'toolResult', toolCallId: 'c', content: LONG }),
      ],
    ]) {
      const [step] = await stepsOf(...values);
      assert.equal(step?.result.length, LONG.length);
      assert.ok(step.args.length > LONG.length);
    }
  });
});
