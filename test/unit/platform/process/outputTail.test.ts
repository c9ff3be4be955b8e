import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OutputTail } from '../../../../src/platform/process/outputTail';

function tailOf(limit: number, chunks: readonly Uint8Array[]): OutputTail {
  const tail = new OutputTail(limit);
  for (const chunk of chunks) tail.push(Buffer.from(chunk));
  return tail;
}

describe('the tail of an output', () => {
  it('is its last bytes, in whatever pieces it came', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 40 });
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 200 }), (chunks, limit) => {
        const all = Buffer.concat(chunks);
        const tail = tailOf(limit, chunks);
        assert.equal(tail.size, all.length);
        assert.deepEqual(tail.bytes(), all.subarray(Math.max(0, all.length - limit)));
      }),
    );
  });

  it('is the whole text while nothing is missing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const tail = tailOf(10_000, [Buffer.from(text)]);
        assert.equal(tail.text(), Buffer.from(text).toString());
        assert.equal(tail.lines(), tail.text());
      }),
    );
  });

  it('starts with a whole character', () => {
    const character = fc.constantFrom('a', 'ü', '日', '🙂', '\n');
    fc.assert(
      fc.property(fc.array(character), fc.integer({ min: 4, max: 40 }), (characters, limit) => {
        const all = characters.join('');
        const text = tailOf(limit, [Buffer.from(all)]).text();
        assert.ok(all.endsWith(text) && !text.includes('\uFFFD'));
        assert.ok(Buffer.byteLength(text) > Math.min(limit, Buffer.byteLength(all)) - 4);
      }),
    );
  });

  it('starts with a whole line where one begins in it', () => {
    assert.equal(tailOf(11, [Buffer.from('first\nsecond\nthird\n')]).lines(), 'third\n');
    assert.equal(tailOf(5, [Buffer.from('one\nanother\n')]).lines(), 'ther\n');
    assert.equal(tailOf(4, [Buffer.from('abcdefgh')]).lines(), 'efgh');
  });

  it('stays small with a million tiny pieces', () => {
    const tail = new OutputTail(16);
    for (let index = 0; index < 1_000_000; index++) tail.push(Buffer.from([0x61]));
    assert.equal(tail.text(), 'a'.repeat(16));
    assert.equal(tail.size, 1_000_000);
  });

  it('is the same where the limit is larger than what is taken from memory at a time', () => {
    const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, index) => (index * 31) % 251));
    for (const limit of [65_535, 65_536, 65_537, 200_000]) {
      const tail = new OutputTail(limit);
      for (let start = 0, size = 1; start < bytes.length; start += size, size = (size * 7) % 99_991)
        tail.push(bytes.subarray(start, start + size));
      assert.ok(tail.bytes().equals(bytes.subarray(-limit)), `limit ${limit}`);
    }
  });

  it('keeps bytes that are no text at all', () => {
    assert.equal(tailOf(3, [Buffer.alloc(10, 0x80)]).text().length, 3);
  });
});
