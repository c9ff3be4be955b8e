import assert from 'node:assert/strict';
import { partOfText } from '../../../webview/partOfText';

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');

describe('the part of a long text that is shown at first', () => {
  it('is all of a short one, and of one that is a little longer', () => {
    for (const count of [12, 18])
      assert.equal(partOfText(lines(count), { from: 0, most: 12, width: 80 }), lines(count));
    assert.notEqual(partOfText(lines(19), { from: 0, most: 12, width: 80 }), lines(19));
    assert.equal(partOfText('', { from: 'end', most: 12, width: 80 }), '');
  });

  it('is its first, its last, or the lines from a place on, and says what is left out', () => {
    assert.equal(partOfText(lines(9), { from: 0, most: 2, width: 80 }), 'line 0\nline 1\n…');
    assert.equal(partOfText(lines(9), { from: 'end', most: 2, width: 80 }), '…\nline 7\nline 8');
    assert.equal(partOfText(lines(9), { from: 4, most: 2, width: 80 }), '…\nline 4\nline 5\n…');
    assert.equal(partOfText(lines(9), { from: 8, most: 2, width: 80 }), '…\nline 7\nline 8');
  });

  it('has no more characters than fill its lines, and no half of one', () => {
    assert.equal(
      partOfText('x'.repeat(500), { from: 0, most: 2, width: 80 }),
      `${'x'.repeat(160)}\n…`,
    );
    assert.equal(
      partOfText('x'.repeat(500), { from: 'end', most: 2, width: 80 }),
      `…\n${'x'.repeat(160)}`,
    );
    const faces = `x${'🙂'.repeat(500)}`;
    assert.equal(partOfText(faces, { from: 0, most: 1, width: 80 }), `x${'🙂'.repeat(39)}\n…`);
    assert.equal(
      partOfText(`${faces}x`, { from: 'end', most: 1, width: 80 }),
      `…\n${'🙂'.repeat(39)}x`,
    );
  });
});
