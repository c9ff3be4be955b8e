import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describeStrategy, firstLines, isDoneReply } from '../../../../src/rules/turn/replyText';
import { anyCodePoint } from '../../../support/anyCodePoint';

describe('describeStrategy', () => {
  const table: readonly (readonly [reply: string, files: readonly string[], expected: string])[] = [
    ['STRATEGY: parse with a library\nI did.', ['a.js'], 'parse with a library'],
    ['\n  **STRATEGY:** round half up\n', [], 'round half up'],
    ['STRATEGY: lines that end with CRLF\r\nI did.\r\n', ['a.js'], 'lines that end with CRLF'],
    ['I thought.\nSTRATEGY: too late', ['a.js'], 'changed a.js'],
    ['Done.', ['a.js', 'b.js', 'c.js', 'd.js', 'e.js'], 'changed a.js, b.js, c.js and 2 more'],
    ['I looked at it. Then I stopped.', [], 'I looked at it.'],
    ['no full stop', [], 'no full stop'],
    ['STRATEGY:\nnothing declared', ['a.js'], 'changed a.js'],
    ['', [], 'no description: no changed files and no reply'],
  ];
  for (const [reply, files, expected] of table) {
    it(`${JSON.stringify(reply)} with ${files.length} changed files: ${expected}`, () => {
      assert.equal(describeStrategy(reply, files), expected);
    });
  }

  it('a hostile first line of a megabyte does not hold it up', () => {
    const hostile = `STRATEGY:${'*'.repeat(1_000_000)}\rx`;
    assert.ok(describeStrategy(hostile, ['a.js']).length <= 200);
  });

  it('is never empty, never longer than 200 characters and never several lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint, maxLength: 3_000 }), (reply) => {
        const text = describeStrategy(reply, []);
        assert.ok(text.length > 0 && text.length <= 200);
        assert.doesNotMatch(text, /\n/);
      }),
    );
  });
});

describe('saysDone', () => {
  it('takes a line that begins with DONE: and says something', () => {
    assert.equal(isDoneReply('STRATEGY: x\nDONE: it was there'), true);
    assert.equal(isDoneReply('**DONE:** it was there'), true);
    assert.equal(isDoneReply('**DONE:**'), false);
    assert.equal(isDoneReply('DONE:'), false);
    assert.equal(isDoneReply('DONE:\nnext line'), false);
    assert.equal(isDoneReply('I am DONE: really'), false);
    assert.equal(isDoneReply('done: lower case'), false);
  });
});

describe('firstLines', () => {
  it('keeps ten lines and 2,000 characters at most', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint }), fc.nat(200), (text, times) => {
        const lines = firstLines(`${text}\n`.repeat(times));
        assert.ok(lines.split('\n').length <= 10 && lines.length <= 2_000);
      }),
    );
  });
});
