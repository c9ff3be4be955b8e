import { deepEqual, equal } from 'node:assert/strict';
import { createStepReader } from '../../../../../src/platform/agents/streams/stepReader';
import { readStream } from './readStream';

const init = { type: 'system', subtype: 'init', session_id: 's1', tools: ['Bash', 'Read'] };

/** A message of the main agent; every block comes in a line of its own, as Claude Code prints them. */
function says(id: string, ...content: readonly object[]): object[] {
  return content.map((block) => ({
    type: 'assistant',
    message: { id, role: 'assistant', content: [block] },
    parent_tool_use_id: null,
  }));
}

function results(...content: readonly object[]): object {
  return { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null };
}

const text = (words: string): object => ({ type: 'text', text: words });
const bash = (id: string, command: string): object => ({
  type: 'tool_use',
  id,
  name: 'Bash',
  input: { command },
});
const gives = (id: string, content: unknown, error?: boolean): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...(error === undefined ? {} : { is_error: error }),
});
const done = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'STRATEGY: list\nDone.',
};

describe('the stream of Claude Code', () => {
  it('shows each call with its result, and what was thought and said before it', () => {
    const { events, finalText } = readStream('claude', [
      init,
      ...says(
        'm1',
        { type: 'thinking', thinking: 'Where am I?' },
        text('I look around.'),
        bash('t1', 'ls'),
      ),
      results(gives('t1', 'README.md', false)),
      ...says('m2', text('STRATEGY: list\nDone.')),
      done,
    ]);

    const begun = {
      number: 1,
      tool: 'Bash',
      args: '{"command":"ls"}',
      thought: 'Where am I?\nI look around.',
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

  it('tells a call while it runs', () => {
    const reader = createStepReader('claude');

    const begun = says('m1', bash('t1', 'npm test')).flatMap((line) => [
      ...reader.readLine(JSON.stringify(line)),
    ]);

    deepEqual(begun, [
      {
        kind: 'begun',
        step: { number: 1, tool: 'Bash', args: '{"command":"npm test"}', thought: '' },
      },
    ]);
  });

  it('pairs calls that run side by side with their own results', () => {
    const { steps } = readStream('claude', [
      ...says('m1', bash('a', 'one'), bash('b', 'two')),
      results(gives('b', 'second', true)),
      results(gives('a', 'first')),
    ]);

    deepEqual(
      steps.map(({ number, result, error }) => [number, result, error]),
      [
        [2, 'second', true],
        [1, 'first', undefined],
      ],
    );
  });

  it('tells which calls were made at once, whenever their results come', () => {
    const { steps } = readStream('claude', [
      ...says('m1', bash('a', 'one'), bash('b', 'two')),
      results(gives('a', ''), gives('b', '')),
      ...says('m2', bash('c', 'three')),
      results(gives('c', '')),
      ...says('m2', bash('d', 'four')),
      results(gives('d', '')),
      ...says('m3', bash('e', 'five')),
      results(gives('e', '')),
    ]);

    deepEqual(
      steps.map(({ madeWith }) => madeWith),
      [undefined, 1, undefined, 3, undefined],
    );
  });

  it('takes no calls for made at once where an endpoint calls all messages the same', () => {
    const { steps } = readStream('claude', [
      ...says('m', bash('a', 'one')),
      results(gives('a', '')),
      ...says('m', bash('b', 'two')),
      results(gives('b', '')),
    ]);

    deepEqual(
      steps.map(({ madeWith }) => madeWith),
      [undefined, undefined],
    );
  });

  it('keeps what sub-agents do and say apart', () => {
    const inside = (type: string, message: object): object => ({
      ...{ type, message, parent_tool_use_id: 'task' },
    });
    const { steps, finalText } = readStream('claude', [
      ...says('m1', { type: 'tool_use', id: 'task', name: 'Task', input: { prompt: 'Look.' } }),
      inside('assistant', { id: 'm2', content: [text('I read.'), bash('t1', 'cat a')] }),
      inside('user', { content: [gives('t1', 'A')] }),
      inside('assistant', { id: 'm3', content: [text('It says A.')] }),
      results(gives('task', [text('It says A.')])),
      ...says('m4', text('Done.')),
    ]);

    deepEqual(
      steps.map(({ tool, thought, thread }) => [tool, thought, thread]),
      [
        ['Bash', 'I read.', 'task'],
        ['', 'It says A.', 'task'],
        ['Task', '', undefined],
        ['', 'Done.', undefined],
      ],
    );
    equal(finalText, 'Done.');
  });

  it('shows what the agent only says as steps, so that it can be seen to repeat itself', () => {
    const { steps } = readStream('claude', [
      ...says('m1', text('I will now'), text('fix it.')),
      ...says('m2', text('I will now fix it.')),
      ...says('m3', text('I will now fix it.')),
    ]);

    deepEqual(
      steps.map(({ number, tool, thought }) => [number, tool, thought]),
      [
        [1, '', 'I will now\nfix it.'],
        [2, '', 'I will now fix it.'],
        [3, '', 'I will now fix it.'],
      ],
    );
  });

  it('reads a result of several blocks, and tells pictures apart by their content', () => {
    const picture = (data: string): object => ({ type: 'image', source: { type: 'base64', data } });
    const { steps } = readStream('claude', [
      ...says('m1', bash('a', 'x'), bash('b', 'x'), bash('c', 'x')),
      results(gives('a', [text('one'), text('two')])),
      results(gives('b', [picture('AAAA')]), gives('c', [picture('AAAB')])),
    ]);

    const [both, first, second] = steps.map(({ result }) => result);
    equal(both, 'one\ntwo');
    equal(/^\(image [g-v]{16}\)$/.test(first ?? ''), true, first);
    equal(first === second, false);
  });

  it('takes a call that is told again for the same one', () => {
    const call = says('m1', bash('t1', 'ls'));
    const { events } = readStream('claude', [...call, ...call, results(gives('t1', 'a'))]);

    deepEqual(
      events.map(({ kind, step }) => [kind, step.number]),
      [
        ['begun', 1],
        ['ended', 1],
      ],
    );
  });

  it('ends no call whose result never came', () => {
    const { events } = readStream('claude', says('m1', bash('t1', 'sleep 1000')));

    deepEqual(
      events.map(({ kind }) => kind),
      ['begun'],
    );
  });

  it('makes no step of what Claude Code says itself, but gives it as the answer', () => {
    const words = 'API Error: 529 Overloaded';
    const { steps, finalText, failure } = readStream('claude', [
      init,
      { ...says('m1', text(words))[0], error: 'overloaded' },
      { type: 'result', subtype: 'success', is_error: true, result: words },
    ]);

    deepEqual(steps, []);
    equal(finalText, words);
    equal(failure, words);
  });

  it('gives the reason below what was said where the run was cut short', () => {
    const { finalText, failure } = readStream('claude', [
      ...says('m1', text('STRATEGY: try it'), bash('t1', 'ls')),
      results(gives('t1', '')),
      {
        type: 'result',
        subtype: 'error_max_turns',
        is_error: true,
        errors: ['Reached maximum number of turns (1)'],
      },
    ]);

    equal(finalText, 'STRATEGY: try it\nReached maximum number of turns (1)');
    equal(failure, 'Reached maximum number of turns (1)');
  });

  it('takes what was said last for the answer while there is no result', () => {
    const { finalText } = readStream('claude', [
      ...says('m1', text('First.'), bash('t1', 'ls')),
      results(gives('t1', '')),
      ...says('m2', text('STRATEGY: second'), text('Done.')),
    ]);

    equal(finalText, 'STRATEGY: second\nDone.');
  });

  it('takes nothing that a sub-agent says for the answer', () => {
    const { finalText } = readStream('claude', [
      ...says('m1', text('Done.')),
      { type: 'assistant', message: { content: [text('Aside.')] }, parent_tool_use_id: 'task' },
    ]);

    equal(finalText, 'Done.');
  });

  it('tells messages apart by the results between them, should they have the same id', () => {
    const { finalText } = readStream('claude', [
      ...says('m', text('First.'), bash('t1', 'ls')),
      results(gives('t1', '')),
      ...says('m', text('Second.')),
    ]);

    equal(finalText, 'Second.');
  });

  it('leaves out pieces of messages, which come again as a whole', () => {
    const delta = { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Do' } };
    const { steps } = readStream('claude', [
      { type: 'stream_event', event: delta, parent_tool_use_id: null },
      ...says('m1', text('Done.')),
    ]);

    deepEqual(
      steps.map(({ thought }) => thought),
      ['Done.'],
    );
  });
});

describe('a transcript of Claude Code', () => {
  it('reads as the stream does, with sub-agents by their id', () => {
    const line = (type: string, message: object, more: object = {}): object => ({
      ...{ parentUuid: null, uuid: 'u', sessionId: 's', isSidechain: false, type, message },
      ...more,
    });
    const aside = { isSidechain: true, agentId: 'a1' };
    const { steps } = readStream('claude', [
      { type: 'summary', summary: 'Look around', leafUuid: 'u9' },
      { type: 'queue-operation', operation: 'enqueue' },
      line('user', { role: 'user', content: 'Look around.' }),
      line('assistant', { id: 'm1', content: [text('Listing.')] }),
      line('assistant', { id: 'm1', content: [bash('t1', 'ls')] }),
      line('user', { content: [gives('t1', 'a')] }, { toolUseResult: { stdout: 'a' } }),
      line('assistant', { id: 'm2', content: [bash('t2', 'cat a')] }, aside),
      line('user', { content: [gives('t2', 'A')] }, aside),
      { type: 'system', subtype: 'turn_duration', durationMs: 7 },
    ]);

    deepEqual(steps, [
      { number: 1, tool: 'Bash', args: '{"command":"ls"}', thought: 'Listing.', result: 'a' },
      {
        ...{ number: 2, tool: 'Bash', args: '{"command":"cat a"}', thought: '', thread: 'a1' },
        result: 'A',
      },
    ]);
  });
});
