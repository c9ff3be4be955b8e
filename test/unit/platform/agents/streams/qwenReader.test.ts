import { deepEqual, equal } from 'node:assert/strict';
import { readStream } from './readStream';

const session = { session_id: 's', parent_tool_use_id: null };
const init = { type: 'system', subtype: 'init', session_id: 's', qwen_code_version: '0.15.10' };
const piece = (id: string, ...content: readonly object[]): object => ({
  ...{ type: 'assistant', uuid: id, ...session },
  message: { id, type: 'message', role: 'assistant', model: 'm', content, stop_reason: null },
});
const text = (words: string): object => ({ type: 'text', text: words });
const reads = (id: string): object => ({
  ...{ type: 'tool_use', id, name: 'read_file', input: { file_path: '/w/README.md' } },
});
const gives = (id: string, content: string, failed = false): object => ({
  ...{ type: 'user', uuid: 'u', ...session },
  message: {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, is_error: failed, content }],
  },
});
const ends = (members: object): object => ({
  ...{ type: 'result', subtype: 'success', session_id: 's', is_error: false, num_turns: 1 },
  ...{ permission_denials: [], ...members },
});

describe('the stream of Qwen Code', () => {
  it('gives a call what was said before it in another piece of the same message', () => {
    const { steps, finalText } = readStream('qwen', [
      ...[init, piece('1', text('I look.')), piece('2', reads('c1')), gives('c1', '# A project')],
      ...[piece('3', text('STRATEGY: x\nDone.')), ends({ result: 'STRATEGY: x\nDone.' })],
    ]);

    deepEqual(
      steps.map(({ tool, thought, result, error }) => [tool, thought, result, error]),
      [
        ['read_file', 'I look.', '# A project', false],
        ['', 'STRATEGY: x\nDone.', '', undefined],
      ],
    );
    equal(finalText, 'STRATEGY: x\nDone.');
  });

  it('tells which calls stood in one message', () => {
    const { steps } = readStream('qwen', [
      ...[piece('1', text('One.')), piece('2', reads('c0')), gives('c0', 'read')],
      ...[piece('3', text('Two.')), piece('4', reads('c1'), reads('c2'))],
      ...[gives('c1', 'File not found', true), gives('c2', 'read')],
      ...[piece('5', reads('c3')), gives('c3', 'read')],
    ]);

    deepEqual(
      steps.map(({ madeWith, thought }) => [madeWith, thought]),
      [
        [undefined, 'One.'],
        [undefined, 'Two.'],
        [2, ''],
        [undefined, ''],
      ],
    );
  });

  it('keeps apart what it said in two messages without a call', () => {
    const { steps, finalText } = readStream('qwen', [
      piece('1', text('First.')),
      piece('2', text('Second.')),
    ]);

    deepEqual(
      steps.map(({ thought }) => thought),
      ['First.', 'Second.'],
    );
    equal(finalText, 'Second.');
  });

  it('takes a model that does not answer for a failure, though it is told as a success', () => {
    const words = '[API Error: 401 Incorrect API key provided: scripted.]';
    const { steps, failure, finalText } = readStream('qwen', [
      piece('1', text(words)),
      ends({ result: words }),
    ]);

    deepEqual([steps, failure, finalText], [[], words, words]);
  });

  it('says why it could not begin', () => {
    const message =
      "Missing API key for OpenAI-compatible auth. Set settings.security.auth.apiKey, or set the 'OPENAI_API_KEY' environment variable.";
    const { failure } = readStream('qwen', [
      ends({ subtype: 'error_during_execution', is_error: true, error: { message } }),
    ]);

    equal(failure, message);
  });

  it('lists the calls that it refused', () => {
    const denial = {
      ...{ tool_name: 'run_shell_command', tool_use_id: 'c1' },
      tool_input: { command: 'npm test', is_background: false },
    };
    const { denied } = readStream('qwen', [
      ends({ result: 'Done.', permission_denials: [denial, 'broken', { tool_name: 3 }] }),
    ]);

    deepEqual(denied, [
      { tool: 'run_shell_command', args: '{"command":"npm test","is_background":false}' },
    ]);
  });
});
