import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_LINE, outputLines } from '../../../../src/rules/output/outputLines';
import { anyCodePoint } from '../../../support/anyCodePoint';

const last = (text: string): string => outputLines(text).at(-1) ?? '';

describe('outputLines', () => {
  it('has no colours, titles and other escapes', () => {
    assert.equal(last('\u001b[31m\u001b[1mred\u001b[0m'), 'red');
    assert.equal(last('\u001b]0;title\u0007red'), 'red');
    assert.equal(last('\u009b31mred'), 'red');
  });

  it('shows a line that was rewritten as it was left', () => {
    assert.equal(last('10%\r50%\r100%'), '100%');
    assert.equal(last('working -\b\\\b|\bdone'), 'working done');
    assert.deepEqual(outputLines('a\r\nb\r\n'), ['a', 'b', '']);
  });

  it('has no control characters but tabs', () => {
    assert.equal(last('a\u0000\tb\u0007'), 'a\tb');
  });

  it('cuts lines that are too long', () => {
    assert.equal(last('x'.repeat(MAX_LINE + 1)).length, MAX_LINE);
  });

  it('keeps the first and the last of more lines than anybody prints', () => {
    const lines = outputLines(Array.from({ length: 400_000 }, (_, index) => index).join('\n'));
    assert.ok(lines.length <= 300_001);
    assert.equal(lines[0], '0');
    assert.equal(lines.at(-1), '399999');
  });

  it('never throws, and says the same of what it said', () => {
    const pieces = [
      '\u001b',
      '[',
      '0',
      'm',
      ']',
      '\r',
      '\n',
      '\b',
      '\u0000',
      '\ud800',
      'a',
      '\u009b',
    ];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: anyCodePoint })), (each) => {
        const lines = outputLines(each);
        // eslint-disable-next-line no-control-regex -- none may be left
        assert.ok(lines.every((line) => !/[\u0000-\u0008\u000b-\u001f]/.test(line)));
      }),
    );
  });
});
