import assert from 'node:assert/strict';
import { replayRun } from '../../../../src/app/read/replayRecordings';
import { BUILT_IN_LIMITS } from '../../../../src/model/config/limits';
import { lines, Scratch } from './support';

/** What a user says, and the same failing check each time, as each recording keeps them. */
const SESSIONS: Readonly<Record<string, (words: readonly string[]) => string>> = {
  'a transcript of Claude Code': (words) =>
    lines(
      ...words.flatMap((text, at) => [
        claude('user', text),
        claude('assistant', [{ type: 'tool_use', id: `c${at}`, name: 'Bash', input: CHECK }]),
        claude('user', [{ type: 'tool_result', tool_use_id: `c${at}`, content: FAILED }]),
      ]),
    ),
  'a session of Codex': (words) =>
    lines(
      { type: 'session_meta', payload: { id: 's' } },
      ...words.flatMap((text, at) => [
        rollout({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
        rollout({ type: 'function_call', name: 'exec', arguments: 'npm test', call_id: `c${at}` }),
        rollout({ type: 'function_call_output', call_id: `c${at}`, output: FAILED }),
      ]),
    ),
  'a session of Gemini CLI': (words) =>
    JSON.stringify({ sessionId: 'g', messages: words.flatMap(gemini) }),
  'the lines of a session of Gemini CLI': (words) =>
    lines({ sessionId: 'g', projectHash: 'p' }, ...words.flatMap(gemini)),
  'a stream of Cursor': (words) =>
    lines(
      ...words.flatMap((text, at) => {
        const call = { type: 'tool_call', call_id: `c${at}`, session_id: 's' };
        const told = { args: { command: 'npm test' } };
        const result = { failure: { stderr: FAILED } };
        return [
          { type: 'user', message: { content: [{ type: 'text', text }] }, session_id: 's' },
          { ...call, subtype: 'started', tool_call: { shellToolCall: told } },
          { ...call, subtype: 'completed', tool_call: { shellToolCall: { ...told, result } } },
        ];
      }),
    ),
  'a session of pi': (words) =>
    lines(
      ...words.flatMap((text, at) => [
        pi(`u${at}`, { role: 'user', content: [{ type: 'text', text }] }),
        pi(`a${at}`, {
          role: 'assistant',
          content: [{ type: 'toolCall', id: `c${at}`, name: 'bash', arguments: CHECK }],
        }),
        pi(`r${at}`, { role: 'toolResult', toolCallId: `c${at}`, content: FAILED, isError: true }),
      ]),
    ),
};

const CHECK = { command: 'npm test' };
const FAILED = 'TypeError: cents is not a function';

function claude(type: string, content: unknown): object {
  return { type, sessionId: 's', message: { role: type, content } };
}

function rollout(payload: object): object {
  return { type: 'response_item', payload };
}

function gemini(text: string, at: number): object[] {
  const call = { name: 'run_shell_command', args: CHECK, status: 'error', result: FAILED };
  return [
    { id: `u${at}`, type: 'user', content: text },
    { id: `a${at}`, type: 'gemini', content: '', toolCalls: [call] },
  ];
}

function pi(id: string, message: object): object {
  return { type: 'message', id, message };
}

const OTHERS = ['Run the tests.', 'I changed the cart. Again, please.', 'And now?', 'Once more.'];

describe('what a user says in the middle of a recording', () => {
  const scratch = new Scratch();
  after(() => {
    scratch.remove();
  });

  const stuckIn = async (recording: string): Promise<readonly number[]> => {
    const { runs, problems } = await scratch.read(recording);
    assert.deepEqual(problems, []);
    const [run] = runs;
    assert.ok(run !== undefined);
    assert.equal(run.steps.length, OTHERS.length);
    const { fires } = replayRun(run, BUILT_IN_LIMITS);
    return fires.filter(({ level }) => level === 'stuck').map(({ step }) => step);
  };

  for (const [name, session] of Object.entries(SESSIONS)) {
    it(`is told by ${name}, and no agent is blamed for what it was asked for`, async () => {
      const recording = session(OTHERS);
      assert.deepEqual(await stuckIn(recording), []);
      const { runs } = await scratch.read(recording);
      assert.deepEqual(
        runs[0]?.steps.map(({ asked }) => asked),
        OTHERS,
      );
    });

    it(`is nothing new in ${name} where it is the same again`, async () => {
      assert.equal((await stuckIn(session(OTHERS.map(() => 'Go on.')))).length, 1);
    });
  }

  it('goes to the step that follows where a call of it was never answered', async () => {
    const { runs } = await scratch.read(
      lines(
        { type: 'session_meta', payload: { id: 's' } },
        rollout({ type: 'message', role: 'user', content: 'Run the tests.' }),
        rollout({ type: 'function_call', name: 'exec', arguments: 'npm test', call_id: 'a' }),
        rollout({ type: 'function_call', name: 'exec', arguments: 'ls', call_id: 'b' }),
        rollout({ type: 'function_call_output', call_id: 'b', output: 'cart.ts' }),
      ),
    );
    assert.deepEqual(
      runs[0]?.steps.map(({ args, asked }) => [args, asked]),
      [['ls', 'Run the tests.']],
    );
  });

  it('is only what the user said: no result, no reminder, nothing that a hook or a summary says', async () => {
    const { runs } = await scratch.read(
      lines(
        claude('user', 'Fix the rounding.'),
        claude('assistant', [{ type: 'tool_use', id: 'c', name: 'Bash', input: CHECK }]),
        claude('user', [{ type: 'tool_result', tool_use_id: 'c', content: FAILED }]),
        { ...claude('user', 'Stop hook feedback: the tests fail.'), isMeta: true },
        { ...claude('user', 'This session is being continued.'), isCompactSummary: true },
        claude('user', '<system-reminder>The list is empty.</system-reminder>'),
        claude('user', '[Request interrupted by user]'),
        claude('assistant', [{ type: 'text', text: 'I look again.' }]),
      ),
    );
    assert.deepEqual(
      runs[0]?.steps.map(({ thought, asked }) => [thought, asked]),
      [
        ['', 'Fix the rounding.'],
        ['I look again.', undefined],
      ],
    );
  });

  it('is said of the words before it, not of those that came before it', async () => {
    const { runs } = await scratch.read(
      lines(
        claude('user', 'Fix the rounding.'),
        claude('assistant', [{ type: 'text', text: 'Which one?' }]),
        claude('user', 'That of the cart.'),
        claude('assistant', [{ type: 'text', text: 'It is done.' }]),
      ),
    );
    assert.deepEqual(
      runs[0]?.steps.map(({ thought, asked }) => [thought, asked]),
      [
        ['Which one?', 'Fix the rounding.'],
        ['It is done.', 'That of the cart.'],
      ],
    );
  });
});
