import assert from 'node:assert/strict';
import { displayWidth, endOf, padColumns, startOf } from '../../../src/cli/output/displayWidth';
import { fitLine } from '../../../src/cli/output/fitLine';
import { alignColumns } from '../../../src/cli/output/table';

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
    ];
    assert.deepEqual(widths.map(displayWidth), [0, 8, 3, 1, 1, 6, 8, 4, 2, 1]);
  });

  it('bound a line that is cut, which never ends in half a character', () => {
    assert.equal(fitLine('日本語テスト', 12), '日本語テスト');
    assert.equal(fitLine('日本語テスト', 11), '日本語テス…');
    assert.equal(fitLine('日本語テスト', 10), '日本語テ…');
    assert.equal(fitLine('日本語', 0), '');
    assert.equal(startOf('a🎉b', 2), 'a');
    assert.equal(endOf('a🎉b', 2), 'b');
    assert.equal(endOf('a🎉b', 3), '🎉b');
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
