import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { readChat } from '../../../../src/platform/models/chatAnswer';

const completion = (message: unknown, more: object = {}): string =>
  JSON.stringify({ choices: [{ message, finish_reason: 'stop', ...more }] });
const textOf = (body: string): string => {
  const answer = readChat(body);
  return answer.kind === 'answered' ? answer.text : answer.kind;
};

describe('a chat completion', () => {
  it('says its content, be it a text or a list of parts', () => {
    equal(textOf(completion({ content: 'yes' })), 'yes');
    const parts = [
      { type: 'text', text: '{"a":' },
      { type: 'image_url' },
      { type: 'text', text: '1}' },
    ];
    equal(textOf(completion({ content: parts })), '{"a":\n1}');
  });

  it('that was cut off still says what it says', () => {
    equal(textOf(completion({ content: '{"isRegr' }, { finish_reason: 'length' })), '{"isRegr');
  });

  it('says what it would call a tool with where it says nothing else', () => {
    const tool_calls = [{ type: 'function', function: { name: 'answer', arguments: '{"a": 1}' } }];
    equal(textOf(completion({ content: null, tool_calls })), '{"a": 1}');
    equal(textOf(completion({ content: 'said', tool_calls })), 'said');
    equal(textOf(completion({ content: null, tool_calls: [{ function: 3 }] })), 'nothing said');
  });

  it('says nothing of what it thought', () => {
    const message = { content: 'yes', reasoning_content: 'Hm, no?', reasoning: 'Hm' };
    equal(textOf(completion(message)), 'yes');
    equal(textOf(completion({ ...message, content: '' })), 'nothing said');
  });

  it('counts tokens where they are whole numbers that can be', () => {
    const usage = (prompt_tokens: unknown, completion_tokens: unknown): unknown =>
      readChat(
        JSON.stringify({
          choices: [{ message: { content: 'x' } }],
          usage: { prompt_tokens, completion_tokens },
        }),
      );
    const said = { kind: 'answered', text: 'x' };
    deepEqual(usage(0, 7), { ...said, inputTokens: 0, outputTokens: 7 });
    for (const lie of [-1, 1.5, '7', null, 1e300, 100_000_001, {}, true])
      deepEqual(usage(lie, 7), { ...said, outputTokens: 7 });
    deepEqual(
      readChat(JSON.stringify({ choices: [{ message: { content: 'x' } }], usage: [] })),
      said,
    );
  });

  it('that reports a failure is that failure', () => {
    const failure = (error: unknown): unknown => readChat(JSON.stringify({ error, choices: [] }));
    deepEqual(failure({ code: 429 }), { kind: 'status', status: 429 });
    deepEqual(failure({ code: '503' }), { kind: 'status', status: 503 });
    deepEqual(failure({ code: 'overloaded' }), { kind: 'status', status: 500 });
    deepEqual(failure({ code: 200 }), { kind: 'status', status: 500 });
    equal(textOf(JSON.stringify({ error: null, choices: [{ message: { content: 'x' } }] })), 'x');
  });

  it('may come in pieces: comments, other events and broken ones between them', () => {
    const piece = (delta: object): string => `data: ${JSON.stringify({ choices: [{ delta }] })}`;
    const lines = [
      ...[': keep-alive', '', 'event: message', piece({ role: 'assistant' }), ''],
      ...[
        piece({ content: 'ye' }),
        'data: {"choi',
        'data: {"choices": 3}',
        piece({ content: 's' }),
      ],
      ...['data: {"choices": [], "usage": {}}', 'data: [DONE]'],
    ];
    equal(textOf(lines.join('\r\n')), 'yes');
    equal(textOf('data: [DONE]\n\n'), 'nothing said');
  });

  it('is read, whatever it is, without an exception', () => {
    const words = fc.constantFrom(
      'choices',
      'message',
      'content',
      'delta',
      'usage',
      'error',
      'tool_calls',
    );
    const anything = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.jsonValue(),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(words, tie('any'), { maxKeys: 4 }),
      ),
    })).any;
    fc.assert(
      fc.property(
        fc.oneof(
          anything.map((value) => JSON.stringify(value)),
          fc.string(),
        ),
        (body) => {
          const answer = readChat(body);
          if (answer.kind === 'answered') return answer.text.trim() !== '';
          return ['not understood', 'nothing said', 'status', 'declined', 'used up'].includes(
            answer.kind,
          );
        },
      ),
    );
    equal(textOf('['.repeat(400_000)), 'not understood');
    equal(textOf(' '.repeat(900_000)), 'not understood');
  });
});
