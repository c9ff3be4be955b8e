import assert from 'node:assert/strict';
import fc from 'fast-check';
import { splitLines } from '../../../../src/platform/process/lineSplitter';

function linesOf(chunks: readonly Buffer[], maxBytes?: number): readonly string[] {
  const lines: string[] = [];
  const splitter = splitLines((line) => void lines.push(line), maxBytes);
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return lines;
}

describe('the lines of an output', () => {
  it('are the same in whatever pieces it comes', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n', '\r', '"') });
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (printed, cuts) => {
        const bytes = Buffer.from(printed);
        const places = [0, ...cuts.toSorted((one, other) => one - other), bytes.length];
        const chunks = places.map((place, index) => bytes.subarray(place, places[index + 1]));
        const expected = printed.split('\n');
        if (expected.at(-1) === '') expected.pop();
        assert.deepEqual(linesOf(chunks), expected);
      }),
    );
  });

  it('are told as soon as they are complete', () => {
    const lines: string[] = [];
    const splitter = splitLines((line) => void lines.push(line));
    splitter.push(Buffer.from('one\ntw'));
    assert.deepEqual(lines, ['one']);
    splitter.push(Buffer.from('o\n\n'));
    assert.deepEqual(lines, ['one', 'two', '']);
  });

  it('leave out one that is too long, and go on with the next', () => {
    const chunks = ['12345', '6789', '\n1234567', '8\nx'].map((text) => Buffer.from(text));
    assert.deepEqual(linesOf(chunks, 8), ['12345678', 'x']);
  });
});
