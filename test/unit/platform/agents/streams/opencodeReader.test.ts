import { deepEqual, equal } from 'node:assert/strict';
import { readStream } from './readStream';

const sessionID = 'ses_1';
const part = (type: string, messageID: string, members: object): object => ({
  ...{ type, timestamp: 1, sessionID },
  part: { id: 'prt_1', sessionID, messageID, ...members },
});
const begins = (message: string): object => part('step_start', message, { type: 'step-start' });
const finishes = (message: string, reason = 'tool-calls'): object =>
  part('step_finish', message, { type: 'step-finish', reason, cost: 0 });
const says = (message: string, text: string): object =>
  part('text', message, { type: 'text', text, time: { start: 1, end: 2 } });
const calls = (message: string, callID: string, tool: string, state: object): object =>
  part('tool_use', message, { type: 'tool', tool, callID, state });
const reads = (message: string, id: string): object =>
  calls(message, id, 'read', {
    ...{ status: 'completed', input: { filePath: '/w/README.md' }, title: 'README.md' },
    output: '<path>/w/README.md</path>\n<content>\n1: # A project\n</content>',
    metadata: { preview: '# A project', truncated: false },
  });
const fails = (message: string, id: string, error: string): object =>
  calls(message, id, 'write', {
    ...{ status: 'error', input: { filePath: '/outside.txt', content: 'x' }, error },
  });
const shell = (message: string, id: string, exit: number): object =>
  calls(message, id, 'bash', {
    ...{ status: 'completed', input: { command: 'npm test', description: 'Runs it' } },
    ...{ output: 'hi\n', metadata: { output: 'hi\n', exit, truncated: false } },
  });
const failed = (message: string): object => ({
  ...{ type: 'error', timestamp: 1, sessionID },
  error: { name: 'APIError', data: { message, statusCode: 401, isRetryable: false } },
});

describe('the stream of opencode', () => {
  it('gives each call what was said with it, and the last message as the answer', () => {
    const { steps, finalText } = readStream('opencode', [
      ...[begins('m1'), says('m1', 'I look.'), reads('m1', 'c1'), finishes('m1')],
      ...[begins('m2'), says('m2', 'STRATEGY: list\nDone.'), finishes('m2', 'stop')],
    ]);

    deepEqual(steps, [
      {
        ...{ number: 1, tool: 'read', args: '{"filePath":"/w/README.md"}', thought: 'I look.' },
        result: '<path>/w/README.md</path>\n<content>\n1: # A project\n</content>',
        error: false,
      },
      { number: 2, tool: '', args: '', result: '', thought: 'STRATEGY: list\nDone.' },
    ]);
    equal(finalText, 'STRATEGY: list\nDone.');
  });

  it('gives a call the words of its message, though it ended before they were told', () => {
    const { steps } = readStream('opencode', [
      ...[begins('m1'), reads('m1', 'c1'), says('m1', 'I look.'), finishes('m1')],
    ]);

    deepEqual(
      steps.map(({ tool, thought }) => [tool, thought]),
      [['read', 'I look.']],
    );
  });

  it('tells a call of a message that says nothing when the message ends, or the stream', () => {
    const whole = readStream('opencode', [reads('m1', 'c1'), finishes('m1')]);
    const cut = readStream('opencode', [reads('m1', 'c1')]);

    equal(whole.steps.length, 1);
    deepEqual(cut.steps, whole.steps);
  });

  it('tells which calls stood in one message', () => {
    const { steps } = readStream('opencode', [
      ...[says('m1', 'Two.'), reads('m1', 'c1'), reads('m1', 'c2'), finishes('m1')],
      ...[reads('m2', 'c3'), finishes('m2')],
    ]);

    deepEqual(
      steps.map(({ madeWith }) => madeWith),
      [undefined, 1, undefined],
    );
  });

  it('tells that a command failed by its exit code', () => {
    const { steps } = readStream('opencode', [
      shell('m1', 'c1', 0),
      shell('m1', 'c2', 3),
      finishes('m1'),
    ]);

    deepEqual(
      steps.map(({ error, result }) => [error, result]),
      [
        [false, 'hi\n'],
        [true, 'hi\n'],
      ],
    );
  });

  it('tells that a call of an unknown tool failed, by the name that the model called', () => {
    const output =
      "The arguments provided to the tool are invalid: Model tried to call unavailable tool 'bash'.";
    const state = { status: 'completed', input: { tool: 'bash' }, output, metadata: {} };
    const { steps } = readStream('opencode', [calls('m1', 'c1', 'invalid', state), finishes('m1')]);

    deepEqual(
      steps.map(({ tool, error, result }) => [tool, error, result]),
      [['bash', true, output]],
    );
  });

  it('lists the calls that its permissions forbade, and no other failed ones', () => {
    const { denied } = readStream('opencode', [
      fails('m1', 'c1', 'The user rejected permission to use this specific tool call.'),
      fails(
        'm2',
        'c2',
        'The user has specified a rule which prevents you from using this specific tool call. Here are some of the relevant rules []',
      ),
      fails('m3', 'c3', 'File not found: /w/no.txt'),
    ]);

    const call = { tool: 'write', args: '{"filePath":"/outside.txt","content":"x"}' };
    deepEqual(denied, [call, call]);
  });

  it('says why it failed, unless it went on', () => {
    const words = 'Incorrect API key provided: scripted.';
    const ended = readStream('opencode', [failed(words)]);
    const wentOn = readStream('opencode', [failed(words), says('m1', 'Done.')]);

    deepEqual([ended.failure, ended.finalText], [words, words]);
    deepEqual([wentOn.failure, wentOn.finalText], ['', 'Done.']);
  });
});
