import { deepEqual, equal } from 'node:assert/strict';
import { opening, readStream } from './readStream';

const message = (members: object): object => ({ jsonrpc: '2.0', ...members });
const update = (sessionUpdate: string, members: object): object =>
  message({
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate, ...members } },
  });
const call = (members: object): object => update('tool_call', members);
const later = (members: object): object => update('tool_call_update', members);
const says = (text: string, members: object = {}): object =>
  update('agent_message_chunk', { content: { type: 'text', text }, ...members });
const asks = (toolCall: object): object =>
  message({
    ...{ id: 0, method: 'session/request_permission' },
    params: { sessionId: 's', toolCall, options: [] },
  });
const text = (words: string): object => ({
  type: 'content',
  content: { type: 'text', text: words },
});
const named = (name: string): object =>
  message({
    id: 0,
    result: { protocolVersion: 1, agentInfo: { name, version: '1.0.102' } },
  });
const stops = message({ id: 3, result: { stopReason: 'end_turn' } });

function read(...lines: readonly object[]) {
  return readStream('acp', [...opening('acp'), ...lines]);
}

/** Tool, arguments, result and error of each step that ended. */
function outcomes(...lines: readonly object[]): readonly (readonly unknown[])[] {
  return read(...lines).steps.map(({ tool, args, result, error }) => [tool, args, result, error]);
}

describe('the messages of an agent over the Agent Client Protocol', () => {
  it('are what Claude says of an edit and a command, the exit code in words alone', () => {
    const toolCallId = 'toolu_1';
    const own = { claudeCode: { toolName: 'Bash' } };
    const rawInput = { command: 'npm test', description: 'Run it' };
    deepEqual(
      outcomes(
        call({ toolCallId, name: 'Bash', title: 'Terminal', kind: 'execute', status: 'pending' }),
        later({ toolCallId, title: 'npm test', rawInput, content: [text('Run it')] }),
        later({ toolCallId, _meta: { claudeCode: { ...own.claudeCode, toolResponse: {} } } }),
        later({
          ...{ toolCallId, status: 'failed', rawOutput: 'Exit code 3\nout\nerr' },
          content: [text('```\nExit code 3\nout\nerr\n```')],
        }),
      ),
      [['Bash', JSON.stringify(rawInput), 'Exit code 3\nout\nerr', true]],
    );
  });

  it('state what was used of the context, as Claude and Codex do, and what it cost', () => {
    const usages = (...members: readonly object[]): readonly unknown[] =>
      read(...members.map((each) => update('usage_update', each))).usages;
    deepEqual(usages({ used: 130, size: 1_000_000, _meta: { '_claude/model': 'opus' } }), [
      { used: 130, size: 1_000_000 },
    ]);
    const cost = { amount: 0.42, currency: 'USD' };
    deepEqual(usages({ used: 5, size: 9, cost }), [{ used: 5, size: 9, cost }]);
    for (const odd of [
      { size: 0, cost: { amount: -1, currency: 'USD' } },
      { size: '9', cost: { amount: 1, currency: '<b>' } },
      { cost: 7 },
    ])
      deepEqual(usages({ used: 5, ...odd }), [{ used: 5 }]);
    for (const used of [-1, 0.5, '5', undefined, null, 1e300])
      deepEqual(usages({ used, size: 9 }), [], String(used));
  });

  it('hold notes of Claude’s program, which are no words of the agent', () => {
    const { notices, finalText, steps } = read(
      says('**Warning:** We’re changing auto mode', {
        _meta: { claudeCode: { kind: 'informational' } },
      }),
      update('agent_thought_chunk', { content: { type: 'text', text: '' } }),
      says('STRATEGY: list', { messageId: 'm1' }),
      stops,
    );
    deepEqual(notices, ['**Warning:** We’re changing auto mode']);
    equal(finalText, 'STRATEGY: list');
    deepEqual(
      steps.map(({ thought }) => thought),
      ['STRATEGY: list'],
    );
  });

  it('hold the output of Codex’ terminal and its exit code besides the standard members', () => {
    const toolCallId = 'exec-1';
    const rawInput = { command: 'npm test', cwd: '/w' };
    deepEqual(
      outcomes(
        call({
          ...{ toolCallId, name: 'exec_command', kind: 'execute', title: 'npm test', rawInput },
          ...{ status: 'in_progress', content: [{ type: 'terminal', terminalId: toolCallId }] },
        }),
        later({ toolCallId, _meta: { terminal_output_delta: { data: 'o', terminal_id: 'x' } } }),
        later({ toolCallId, _meta: { terminal_output_delta: { data: 'ut\n', terminal_id: 'x' } } }),
        later({
          ...{ toolCallId, status: 'completed' },
          _meta: { terminal_exit: { exit_code: 3, signal: null } },
        }),
      ),
      [['exec_command', JSON.stringify(rawInput), 'out\n', true]],
    );
  });

  it('state an edit of Codex as the lines that change, not as two whole files', () => {
    const lines = Array.from({ length: 50 }, (_, at) => `line ${at}`);
    const [oldText, newText] = [lines, lines.with(20, 'changed')].map((all) => all.join('\n'));
    const content = [
      { type: 'diff', path: '/w/a.txt', oldText, newText, _meta: { kind: 'update' } },
    ];
    const toolCallId = 'exec-2';
    const edits = [
      {
        path: '/w/a.txt',
        old_string: 'line 19\nline 20\nline 21',
        new_string: 'line 19\nchanged\nline 21',
      },
    ];
    deepEqual(
      outcomes(
        call({ toolCallId, kind: 'edit', title: 'Editing files', status: 'in_progress', content }),
        later({ toolCallId, status: 'completed' }),
      ),
      [['edit', JSON.stringify({ path: '/w/a.txt', edits }), '', false]],
    );
  });

  it('state an edit of Gemini CLI when it has ended', () => {
    const toolCallId = 'write_file__1';
    const about = { title: 'Writing to a.txt', kind: 'edit', locations: [{ path: '/w/a.txt' }] };
    const diff = { type: 'diff', path: '/w/a.txt', oldText: '', newText: 'hello\n' };
    const edits = [{ path: '/w/a.txt', content: 'hello\n' }];
    deepEqual(
      outcomes(
        call({ toolCallId, status: 'in_progress', content: [], ...about }),
        later({ toolCallId, status: 'completed', content: [diff], ...about }),
      ),
      [['edit', JSON.stringify({ path: '/w/a.txt', edits }), '', false]],
    );
  });

  it('begin a call where Gemini CLI and Qwen Code ask for it, and state it there alone', () => {
    const gemini = { toolCallId: 'g', title: 'npm test', kind: 'execute', status: 'pending' };
    const qwen = { toolCallId: 'q', title: 'npm test', kind: 'execute', status: 'pending' };
    const rawInput = { command: 'npm test', is_background: false };
    const { events, steps } = read(
      asks(gemini),
      later({ toolCallId: 'g', status: 'completed', title: 'npm test', content: [] }),
      asks({ ...qwen, rawInput }),
      later({
        ...{ toolCallId: 'q', status: 'completed', rawOutput: 'out' },
        content: [text('Command: npm test\nOutput: out\nExit Code: 3\nSignal: 0')],
      }),
    );
    deepEqual(
      events.map(({ kind, step }) => [kind, step.number, step.args]),
      ['{"command":"npm test"}', JSON.stringify(rawInput)].flatMap((args, at) => [
        ['begun', at + 1, args],
        ['ended', at + 1, args],
      ]),
    );
    deepEqual(
      steps.map(({ result, error }) => [result, error]),
      [
        ['', false],
        ['out', true],
      ],
    );
  });

  it('end a refused call of which Gemini CLI says nothing more, when it goes on', () => {
    const asked = { toolCallId: 'g', title: 'rm x', kind: 'execute', status: 'pending' };
    const reading = { toolCallId: 'r', title: 'a', kind: 'read', locations: [{ path: 'a' }] };
    const { steps } = read(
      asks(asked),
      says('I read instead.'),
      call({ ...reading, status: 'in_progress' }),
      later({ ...reading, status: 'completed' }),
    );
    deepEqual(
      steps.map(({ number, result, error, madeWith }) => [number, result, error, madeWith]),
      [
        [1, 'The permission was declined.', true, undefined],
        [2, '', false, undefined],
      ],
    );
  });

  it('hold what Gemini CLI says of its mode, which are no words of the agent', () => {
    equal(read(says('[MODE_UPDATE] autoEdit'), says('Done.'), stops).finalText, 'Done.');
  });

  it('leave out what Qwen Code answers to an edit: the whole file', () => {
    const toolCallId = 'c1';
    const rawInput = { file_path: '/w/a.txt', content: 'hello\n' };
    const about = { toolCallId, title: 'WriteFile: a.txt', kind: 'edit' };
    const diff = { type: 'diff', path: 'a.txt', oldText: '', newText: 'hello\n' };
    deepEqual(
      outcomes(
        call({ ...about, status: 'in_progress', rawInput }),
        later({
          ...{ toolCallId, status: 'completed', content: [diff] },
          rawOutput: { fileDiff: '…', originalContent: '', newContent: 'hello\n' },
        }),
      ),
      [['edit', JSON.stringify(rawInput), '', false]],
    );
  });

  it('state a command of opencode after its folder, and its exit code in what it gave', () => {
    const toolCallId = 'call_1';
    const rawInput = { command: 'npm test', description: 'Runs it', cwd: '/w' };
    const { events } = read(
      call({
        toolCallId,
        title: 'bash',
        kind: 'execute',
        status: 'pending',
        rawInput: { cwd: '/w' },
      }),
      later({ toolCallId, status: 'in_progress', title: 'npm test', rawInput }),
      later({ toolCallId, status: 'in_progress', content: [text('ou')] }),
      later({
        ...{ toolCallId, status: 'completed', content: [text('out\n')] },
        rawOutput: { output: 'out\n', metadata: { output: 'out\n', exit: 3, truncated: false } },
      }),
    );
    const step = { number: 1, tool: 'execute', args: JSON.stringify(rawInput), thought: '' };
    deepEqual(events, [
      { kind: 'begun', step },
      { kind: 'ended', step: { ...step, result: 'out\n', error: true } },
    ]);
  });

  it('state a command of opencode by its updates, where it asks before it states it', () => {
    const [toolCallId, kind] = ['call_1', 'execute'];
    const rawInput = { command: 'npm test', description: 'Runs it', cwd: '/w' };
    const { steps } = read(
      call({ toolCallId, kind, title: 'bash', status: 'pending', rawInput: { cwd: '/w' } }),
      asks({ toolCallId, kind, title: 'npm test', rawInput: { command: 'npm test' } }),
      later({ toolCallId, status: 'in_progress', title: 'npm test', rawInput }),
      later({ toolCallId, status: 'completed', rawOutput: { output: 'out' } }),
    );
    deepEqual(
      steps.map(({ args }) => args),
      [JSON.stringify(rawInput)],
    );
  });

  it('name Cline’s tools in titles, in any order, and say which of its calls did not succeed', () => {
    const rawInput = { input: '*** Begin Patch\n*** Add File: /w/a.txt\n+hello\n*** End Patch' };
    const patch = { title: 'apply_patch: {"input":"*** Begin Pat...', kind: 'other', rawInput };
    const commands = { commands: ['npm test'] };
    const run = { title: 'run_commands: npm test', kind: 'execute', rawInput: commands };
    deepEqual(
      outcomes(
        later({ toolCallId: 'c0', status: 'pending', ...patch }),
        asks({ toolCallId: 'c0', status: 'pending', ...patch }),
        later({ toolCallId: 'c0', status: 'in_progress' }),
        call({ toolCallId: 'c0', status: 'pending', ...patch }),
        later({
          ...{ toolCallId: 'c0', status: 'completed' },
          rawOutput: { query: 'apply_patch', result: 'Successfully applied', success: true },
        }),
        call({ toolCallId: 'c1', status: 'pending', ...run }),
        later({
          ...{ toolCallId: 'c1', status: 'completed' },
          rawOutput: [
            {
              ...{ query: 'npm test', result: '[Command exited with code 3]\nout\n' },
              ...{ error: 'Command exited with code 3', success: false },
            },
          ],
        }),
      ),
      [
        ['apply_patch', JSON.stringify(rawInput), 'Successfully applied', false],
        ['execute', JSON.stringify(commands), '[Command exited with code 3]\nout\n', true],
      ],
    );
  });

  it('say in Copilot CLI’s output how a command ended, and what its program says', () => {
    const rawInput = { command: 'npm test', description: 'Runs it' };
    const output = 'out\n<shellId: 7 completed with exit code 3>';
    const { steps, notices, finalText, failure } = read(
      named('Copilot'),
      call({ toolCallId: 'c', title: 'Runs it', kind: 'execute', status: 'pending', rawInput }),
      later({
        ...{ toolCallId: 'c', status: 'completed', content: [text(output)] },
        rawOutput: {
          ...{ content: output, detailedContent: output },
          contents: [{ type: 'shell_exit', shellId: '7', exitCode: 3, cwd: '/w' }],
        },
      }),
      says('Info: /w/new.txt'),
      says('STRATEGY: list'),
      stops,
    );
    deepEqual(
      steps.slice(0, 1).map(({ args, result, error }) => [args, result, error]),
      [[JSON.stringify(rawInput), 'out', true]],
    );
    deepEqual([notices, finalText, failure], [['Info: /w/new.txt'], 'STRATEGY: list', '']);
  });

  it('tell as a text of Copilot CLI why its model did not answer', () => {
    const words = 'Error: Authentication failed with provider at http://127.0.0.1 (HTTP 401)';
    const { failure, finalText } = read(named('Copilot'), says(words), stops);
    deepEqual([failure, finalText], [words, words]);
    equal(read(named('other'), says(words), stops).failure, '');
  });

  it('tell as a text of Codex why its model did not answer, after the state of its thread', () => {
    const thread = (type: string): object =>
      update('session_info_update', { _meta: { codex: { threadStatus: { type } } } });
    const words =
      '{"type":"error","error":{"code":400,"type":"invalid_request_error","message":"The model is not supported"}}';
    const told = [thread('systemError'), says(`${words}\n\n`)];
    const ended = read(thread('active'), ...told, update('session_info_update', {}), stops);
    deepEqual([ended.failure.trim(), ended.finalText?.trim()], [words, words]);
    equal(read(thread('active'), says(words), thread('idle'), stops).failure, '');
    const goesOn = read(...told, thread('active'), says('STRATEGY: go on'), thread('idle'), stops);
    deepEqual([goesOn.failure, goesOn.finalText], ['', 'STRATEGY: go on']);
    for (const odd of [null, 'systemError', { codex: { threadStatus: 'systemError' } }])
      equal(read(update('session_info_update', { _meta: odd }), says(words)).failure, '');
  });

  it('count as nothing before the session is open: it is the history of an earlier turn', () => {
    const rawInput = { path: 'a' };
    const { steps } = readStream('acp', [
      says('Old.'),
      asks({ toolCallId: 'c', title: 'Old', rawInput }),
      ...opening('acp'),
      says('New.'),
    ]);
    deepEqual(
      steps.map(({ thought }) => thought),
      ['New.'],
    );
  });
});
