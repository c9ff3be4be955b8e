import assert from 'node:assert/strict';
import { alignColumns } from '../../../src/cli/terminal/table';
import {
  displayWidth,
  fitLine,
  fitMiddle,
  padColumns,
} from '../../../src/cli/terminal/terminalText';
import { wrapLine } from '../../../src/cli/terminal/wrapText';

describe('the columns that a text takes', () => {
  it('are one for a letter, two for an East Asian character or a picture, none for an accent', () => {
    const widths = [
      '',
      'npm test',
      '…→▲',
      'ä',
      'a\u0308',
      'テスト',
      '日本語 x',
      '한국',
      '🎉',
      '❤\ufe0f',
      '👨‍👩‍👧',
      '\u200b\u202e',
    ];
    assert.deepEqual(widths.map(displayWidth), [0, 8, 3, 1, 1, 6, 8, 4, 2, 2, 2, 0]);
  });

  it('bound a line that is cut, which never ends in half a character', () => {
    assert.equal(fitLine('日本語テスト', 12), '日本語テスト');
    assert.equal(fitLine('日本語テスト', 11), '日本語テス…');
    assert.equal(fitLine('日本語テスト', 10), '日本語テ…');
    assert.equal(fitLine('日本語', 0), '');
  });

  it('bound a line that loses its middle, which shows how it ends', () => {
    assert.equal(fitMiddle('abcdefghij', 10, 3), 'abcdefghij');
    assert.equal(fitMiddle('abcdefghijk', 10, 3), 'abcdef…ijk');
    assert.equal(fitMiddle('日本語テスト🎉', 11, 3), '日本語テ…🎉');
    assert.equal(fitMiddle('abcdef', 3, 0), 'ab…');
  });

  it('bound the pieces of a line, but for words that are longer', () => {
    const line = 'The verification failed: 日本語テスト日本語テスト is not there';
    const pieces = wrapLine(line, 24);
    assert.equal(pieces.join(' '), line);
    for (const piece of pieces) assert.ok(displayWidth(piece) <= 24, piece);
    assert.deepEqual(wrapLine(`a ${'x'.repeat(50)} b`, 24), ['a', 'x'.repeat(50), 'b']);
    assert.deepEqual(wrapLine('as long as it takes', Infinity), ['as long as it takes']);
  });

  it('cost little to find of a very long line, whatever it is made of', () => {
    for (const sign of ['日', 'a', '\u0308', '🎉', '👩‍']) {
      const long = sign.repeat(1_000_000);
      assert.ok(displayWidth(fitLine(long, 40)) <= 40);
      assert.ok(displayWidth(fitMiddle(long, 40, 12)) <= 40);
    }
    assert.ok(wrapLine('日 '.repeat(1_000_000), 40).length < 4_000);
  });

  it('align tables', () => {
    assert.equal(padColumns('日本', 6), '日本  ');
    const rows = [
      ['日本', 'x'],
      ['abcd', 'y'],
    ].map((row) => row.map((text) => ({ text })));
    assert.deepEqual(alignColumns(rows), ['日本  x', 'abcd  y']);
  });
});
