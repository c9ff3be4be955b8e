import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStream } from './readStream';

const start = [{ type: 'thread.started', thread_id: 'th1' }, { type: 'turn.started' }];
const finished = { type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 1 } };
const started = (item: object): object => ({ type: 'item.started', item });
const completed = (item: object): object => ({ type: 'item.completed', item });
const message = (id: string, text: string): object =>
  completed({ id, type: 'agent_message', text });

function command(id: string, output: string, exitCode: number): object[] {
  const item = { id, type: 'command_execution', command: 'bash -lc ls' };
  return [
    started({ ...item, aggregated_output: '', exit_code: null, status: 'in_progress' }),
    completed({
      ...{ ...item, aggregated_output: output, exit_code: exitCode },
      status: exitCode === 0 ? 'completed' : 'failed',
    }),
  ];
}

describe('the events that docs/agents.md tells an agent of one’s own to print', () => {
  it('are a call with its result, and the reply', () => {
    const page = readFileSync(join(__dirname, '../../../../../docs/agents.md'), 'utf8');
    const [, block = ''] = /```jsonl\n([^]*?)```/.exec(page) ?? [];

    const { steps, finalText } = readStream('codex', block.trim().split('\n'));

    deepEqual(
      steps.map(({ args, result, error }) => [args, result, error]),
      [
        ['npm test', '2 failing', true],
        ['', '', undefined],
      ],
    );
    equal(finalText, 'STRATEGY: read the failing tests first');
  });
});

describe('the stream of Codex CLI', () => {
  it('shows each command with its output, and what was thought and said before it', () => {
    const { events, finalText } = readStream('codex', [
      ...start,
      completed({ id: 'item_0', type: 'reasoning', text: '**Looking**' }),
      message('item_1', 'I list the files.'),
      ...command('item_2', 'README.md\n', 0),
      message('item_3', 'STRATEGY: list\nDone.'),
      finished,
    ]);

    const begun = {
      number: 1,
      tool: 'command_execution',
      args: 'ls',
      thought: '**Looking**\nI list the files.',
    };
    deepEqual(events, [
      { kind: 'begun', step: begun },
      { kind: 'ended', step: { ...begun, result: 'README.md\n', error: false } },
      {
        kind: 'ended',
        step: { number: 2, tool: '', args: '', result: '', thought: 'STRATEGY: list\nDone.' },
      },
    ]);
    equal(finalText, 'STRATEGY: list\nDone.');
  });

  it('tells which commands were begun before one had ended', () => {
    const [beginA, endA] = command('a', 'A', 0);
    const [beginB, endB] = command('b', 'B', 0);
    const { steps } = readStream('codex', [
      ...[...start, beginA, beginB, endB, endA],
      ...[...command('c', 'C', 0), finished],
    ]);

    deepEqual(
      steps.map(({ number, madeWith }) => [number, madeWith]),
      [
        [2, 1],
        [1, undefined],
        [3, undefined],
      ],
    );
  });

  it('tells a failed command, even one without output', () => {
    const ended = { type: 'command_execution', command: 'x', aggregated_output: 'bad' };
    const { steps } = readStream('codex', [
      ...[...command('a', '', 2), ...command('b', 'no\n', 1)],
      completed({ ...ended, id: 'c', exit_code: 3, status: 'completed' }),
    ]);

    deepEqual(
      steps.map(({ result, error }) => [result, error]),
      [
        ['exit code 2', true],
        ['no\n', true],
        ['bad', true],
      ],
    );
  });

  it('tells a command that nobody approved as just that', () => {
    const item = { id: 'a', type: 'command_execution', command: 'curl example.com' };
    const { steps } = readStream('codex', [
      completed({ ...item, aggregated_output: '', exit_code: null, status: 'declined' }),
    ]);

    deepEqual(
      steps.map(({ result, error }) => [result, error]),
      [['not approved', true]],
    );
  });

  it('shows a command without the shell that Codex runs it in', () => {
    const run = (line: string): object =>
      completed({ id: line, type: 'command_execution', command: line, status: 'completed' });
    const { steps } = readStream('codex', [
      ...[run("/bin/bash -lc 'npm test'"), run('zsh -lc pwd'), run('npm test')],
      ...[run(`/bin/bash -lc "echo 'a'"`), run("bash -lc 'a' 'b'"), run("bash -c 'it'\\''s'")],
    ]);

    deepEqual(
      steps.map(({ args }) => args),
      [
        ...['npm test', 'pwd', 'npm test'],
        ...[`/bin/bash -lc "echo 'a'"`, "bash -lc 'a' 'b'", "bash -c 'it'\\''s'"],
      ],
    );
  });

  it('never takes two changes of a file for the same call: it is not told what was changed', () => {
    const change = (id: string): object =>
      completed({
        ...{ id, type: 'file_change', status: 'completed' },
        changes: [{ path: '/w/a.ts', kind: 'update' }],
      });
    const { steps } = readStream('codex', [change('item_1'), change('item_2')]);

    deepEqual(
      steps.map(({ tool, error }) => [tool, error]),
      [
        ['file_change', false],
        ['file_change', false],
      ],
    );
    equal(new Set(steps.map(({ args }) => args)).size, 2);
    equal(new Set(steps.map(({ result }) => result)).size, 2);
  });

  it('reads calls of MCP servers, searches and plans', () => {
    const mcp = { type: 'mcp_tool_call', server: 'docs', tool: 'find', arguments: { q: 'x' } };
    const plan = (completed: boolean): object => ({
      ...{ id: 'p', type: 'todo_list', items: [{ text: 'look', completed }] },
    });
    const { events, steps } = readStream('codex', [
      started({ ...mcp, id: 'a', status: 'in_progress' }),
      completed({
        ...{ ...mcp, id: 'a', status: 'completed' },
        result: { content: [{ type: 'text', text: 'found' }], structured_content: null },
      }),
      completed({ ...mcp, id: 'b', status: 'failed', error: { message: 'no such page' } }),
      started({ id: 'c', type: 'web_search', query: '' }),
      completed({ id: 'c', type: 'web_search', query: 'devs', action: { type: 'search' } }),
      started(plan(false)),
      { type: 'item.updated', item: plan(true) },
      completed(plan(true)),
    ]);

    deepEqual(
      steps.map(({ tool, args, result, error }) => [tool, args, result, error]),
      [
        ['docs.find', '{"q":"x"}', 'found', false],
        ['docs.find', '{"q":"x"}', 'no such page', true],
        ['web_search', '{"query":"devs","action":{"type":"search"}}', '', undefined],
        ['todo_list', '[{"text":"look","completed":false}]', '', undefined],
        ['todo_list', '[{"text":"look","completed":true}]', '', undefined],
      ],
    );
    equal(events.filter(({ kind }) => kind === 'begun').length, 2);
  });

  it('gives why it failed below what was said', () => {
    const { finalText, failure } = readStream('codex', [
      ...start,
      message('item_0', 'STRATEGY: try'),
      { type: 'error', message: 'Reconnecting... 1/5' },
      { type: 'error', message: 'unexpected status 401 Unauthorized' },
      { type: 'turn.failed', error: { message: 'unexpected status 401 Unauthorized' } },
    ]);

    equal(finalText, 'STRATEGY: try\nunexpected status 401 Unauthorized');
    equal(failure, 'unexpected status 401 Unauthorized');
  });

  it('forgets a failure after which it went on', () => {
    const { finalText, failure } = readStream('codex', [
      ...start,
      { type: 'error', message: 'Reconnecting... 1/5' },
      message('item_0', 'Done.'),
      finished,
    ]);

    equal(finalText, 'Done.');
    equal(failure, '');
  });

  it('has got over a failure with what it says next, and with the end of the turn', () => {
    const lost = { type: 'error', message: 'Reconnecting... 1/5' };

    equal(readStream('codex', [...start, lost, message('item_0', 'On.')]).failure, '');
    equal(readStream('codex', [...start, lost, finished]).failure, '');
  });

  it('has not got over a failure with a warning', () => {
    const warning = completed({ id: 'item_0', type: 'error', message: 'Falling back.' });
    const lost = { type: 'error', message: 'Reconnecting... 1/5' };

    equal(readStream('codex', [...start, lost, warning]).failure, 'Reconnecting... 1/5');
  });

  it('shows each thing that it only says as a step', () => {
    const { steps } = readStream('codex', [message('a', 'I fix it.'), message('b', 'I fix it.')]);

    deepEqual(
      steps.map(({ tool, thought }) => [tool, thought]),
      [
        ['', 'I fix it.'],
        ['', 'I fix it.'],
      ],
    );
  });

  it('does not take a warning for the answer', () => {
    const { steps, finalText } = readStream('codex', [
      ...start,
      completed({ id: 'item_0', type: 'error', message: 'Model metadata not found.' }),
      message('item_1', 'Done.'),
      finished,
    ]);

    equal(steps.length, 1);
    equal(finalText, 'Done.');
  });
});
