import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createColors } from 'picocolors';
import { displayWidth } from '../../../src/cli/terminal/terminalText';
import { wrapFor, wrapText } from '../../../src/cli/terminal/wrapText';
import { FakeStream } from './fakeApp';

/** Words as agents, files and humans write them. */
const words = fc.array(
  fc.oneof(
    fc.constantFrom(
      'fix',
      'שלום',
      'مرحبا',
      '日本語',
      '🎉',
      '👨‍👩‍👧',
      'e\u0301',
      'src/a.js:12',
      '`a`',
      '`',
    ),
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .map((word) => word.replace(/\s/g, '')),
  ),
  { maxLength: 60 },
);

describe('text on a terminal', () => {
  it('is never broken inside of a word, and loses none', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 200 }), (given, columns) => {
        const line = given.filter((word) => word !== '').join(' ');
        const rows = wrapText(line, columns).split('\n');
        assert.equal(
          rows
            .map((row) => row.trim())
            .join(' ')
            .trim(),
          line.trim(),
        );
        for (const row of rows) {
          // A sign at the beginning stays with its text, however long that is.
          const text = row.trim().replace(/^[^\p{L}\p{N}\s]{1,2} +/u, '');
          assert.ok(displayWidth(row) <= columns || !text.includes(' '), row);
        }
      }),
      { examples: [[['🎉', `${'!'.repeat(15)}𖿠⺀⺀⺀`], 20]] },
    );
  });

  it('goes on below the text of its line: behind signs, numbers, labels and quotes', () => {
    const text = [
      '  - a hint about its cause helps most',
      '  1. round every line on its own',
      '  Best      turn 2 was the best of all',
      '    | AssertionError: expected values to be equal',
      '✕ fix  turn 1  no progress at all (verification failed)',
    ].join('\n');
    assert.deepEqual(wrapText(text, 30).split('\n'), [
      '  - a hint about its cause',
      '    helps most',
      '  1. round every line on its',
      '     own',
      '  Best      turn 2 was the',
      '            best of all',
      '    | AssertionError: expected',
      '    | values to be equal',
      '✕ fix  turn 1  no progress at',
      '  all (verification failed)',
    ]);
  });

  it('keeps together what stands in backticks, if a row can hold it', () => {
    const text = 'Everything else: `devs report fix-rounding`';
    assert.equal(wrapText(text, 40), 'Everything else:\n`devs report fix-rounding`');
    assert.equal(
      wrapText('ab `devs report a-long-task-id`', 20),
      'ab `devs report\na-long-task-id`',
    );
    assert.equal(wrapText('a ` that is never closed here', 20), 'a ` that is never\nclosed here');
  });

  it('has a word that is longer than a row on a row of its own, whole', () => {
    const path = `src/${'deep/'.repeat(12)}a.js`;
    assert.equal(wrapText(`changed ${path} twice`, 40), `changed\n${path}\ntwice`);
    assert.equal(wrapText(`  - ${path}`, 40), `  - ${path}`);
  });

  it('counts two columns for wide characters and emoji, none for colours', () => {
    assert.equal(wrapText('日本語 テスト 🎉🎉🎉🎉', 20), '日本語 テスト\n🎉🎉🎉🎉');
    const { red, bold } = createColors(true);
    const painted = `${red('✕')} ${bold('fix-rounding')} fails`;
    assert.equal(wrapText(painted, 20), painted);
    assert.equal(wrapText(`${painted} again`, 20), `${painted}\n  again`);
  });

  it('is as long as it takes without a terminal', () => {
    const long = 'word '.repeat(100);
    assert.equal(wrapFor(new FakeStream(), long), long);
    const terminal = Object.assign(new FakeStream(true), { columns: 40 });
    assert.ok(
      wrapFor(terminal, long)
        .split('\n')
        .every((row) => row.length <= 40),
    );
    const silent = Object.assign(new FakeStream(true), { columns: 0 });
    assert.ok(
      wrapFor(silent, long)
        .split('\n')
        .every((row) => row.length <= 80),
    );
  });
});
