import { deepEqual, equal } from 'node:assert/strict';
import { readStream } from './readStream';

const init = { type: 'init', timestamp: 't', session_id: 's', model: 'gemini-2.5-flash' };
const asked = { type: 'message', timestamp: 't', role: 'user', content: 'List the files.' };
const success = { type: 'result', timestamp: 't', status: 'success', stats: { total_tokens: 1 } };
const says = (content: string): object => ({
  ...{ type: 'message', timestamp: 't', role: 'assistant', content, delta: true },
});
const shell = (id: string, command: string): object => ({
  ...{ type: 'tool_use', timestamp: 't', tool_name: 'run_shell_command', tool_id: id },
  parameters: { command },
});
const gives = (id: string, output: string | undefined, message?: string): object => ({
  ...{ type: 'tool_result', timestamp: 't', tool_id: id, output },
  status: message === undefined ? 'success' : 'error',
  ...(message === undefined ? {} : { error: { type: 'TOOL_EXECUTION_ERROR', message } }),
});

describe('the stream of Gemini CLI', () => {
  it('joins what comes in pieces, and shows each call with its result', () => {
    const { events, finalText } = readStream('gemini', [
      ...[init, asked, says('I look '), says('around.'), shell('t1', 'ls')],
      ...[gives('t1', 'README.md'), says('STRATEGY: list\n'), says('Done.'), success],
    ]);

    const begun = {
      ...{ number: 1, tool: 'run_shell_command', args: '{"command":"ls"}' },
      thought: 'I look around.',
    };
    deepEqual(events, [
      { kind: 'begun', step: begun },
      { kind: 'ended', step: { ...begun, result: 'README.md', error: false } },
      {
        kind: 'ended',
        step: { number: 2, tool: '', args: '', result: '', thought: 'STRATEGY: list\nDone.' },
      },
    ]);
    equal(finalText, 'STRATEGY: list\nDone.');
  });

  it('tells which calls were made before an answer came', () => {
    const { steps } = readStream('gemini', [
      ...[shell('a', 'x'), shell('b', 'y'), gives('a', ''), gives('b', '')],
      ...[shell('c', 'z'), gives('c', ''), success],
    ]);

    deepEqual(
      steps.map(({ madeWith }) => madeWith),
      [undefined, 1, undefined],
    );
  });

  it('tells a tool that failed with its words', () => {
    const { steps } = readStream('gemini', [
      ...[shell('a', 'x'), shell('b', 'y')],
      ...[gives('a', undefined, 'no such file'), gives('b', 'half', 'then it failed')],
    ]);

    deepEqual(
      steps.map(({ result, error }) => [result, error]),
      [
        ['no such file', true],
        ['half', true],
      ],
    );
  });

  it('takes what was said before the last tool for the answer where nothing follows it', () => {
    const { finalText } = readStream('gemini', [
      ...[init, says('STRATEGY: list'), shell('t1', 'ls'), gives('t1', ''), success],
    ]);

    equal(finalText, 'STRATEGY: list');
  });

  it('takes white space after the last tool for no answer', () => {
    const { finalText } = readStream('gemini', [
      ...[says('STRATEGY: list'), shell('t1', 'ls'), gives('t1', ''), says('\n'), success],
    ]);

    equal(finalText, 'STRATEGY: list');
  });

  it('keeps apart what comes whole, and what is said while a tool runs', () => {
    const whole = { type: 'message', role: 'assistant', content: 'I look.', delta: false };
    const { steps } = readStream('gemini', [
      ...[whole, whole, shell('t1', 'ls'), says('Wait.'), gives('t1', ''), says('Done.')],
    ]);

    deepEqual(
      steps.map(({ tool, thought }) => [tool, thought]),
      [
        ['', 'I look.'],
        ['', 'Wait.'],
        ['run_shell_command', 'I look.'],
        ['', 'Done.'],
      ],
    );
  });

  it('says why it failed once, though it is told twice', () => {
    const { failure } = readStream('gemini', [
      { type: 'error', severity: 'error', message: 'quota exceeded' },
      { type: 'result', status: 'error', error: { message: 'quota exceeded' } },
    ]);

    equal(failure, 'quota exceeded');
  });

  it('gives why it failed below what was said', () => {
    const { finalText, failure } = readStream('gemini', [
      ...[init, says('Well.'), { type: 'error', severity: 'warning', message: 'Loop detected' }],
      { type: 'error', severity: 'error', message: 'empty response' },
      { type: 'result', status: 'error', error: { type: 'Error', message: 'quota exceeded' } },
    ]);

    equal(finalText, 'Well.\nempty response\nquota exceeded');
    equal(failure, 'empty response\nquota exceeded');
  });
});
