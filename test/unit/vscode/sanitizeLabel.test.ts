import { doesNotMatch, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { sanitizeLabel, sanitizePath, withoutLinks } from '../../../src/vscode/text/sanitizeLabel';
import { anyCodePoint } from '../../support/anyCodePoint';

describe('text of others in the lists of the editor', () => {
  it('stays as it is where it is harmless', () => {
    equal(sanitizeLabel('the same 2 tests fail – 失敗'), 'the same 2 tests fail – 失敗');
    equal(sanitizePath('src/größe.ts'), 'src/größe.ts');
  });

  it('is one line', () => {
    equal(sanitizeLabel('one\r\n  two\tthree '), 'one two three');
  });

  it('shows what cannot be seen or turns the line around', () => {
    equal(sanitizeLabel('a\u202egnp.exe'), 'a\\u{202e}gnp.exe');
    equal(sanitizePath('a\nb'), 'a\\u{a}b');
    equal(sanitizePath('\u001b[31mred'), '\\u{1b}[31mred');
    equal(sanitizeLabel('half \ud83d pair'), 'half \\u{d83d} pair');
  });

  it('draws no picture', () => {
    doesNotMatch(sanitizeLabel('$(trash) delete $(check)'), /\$\(/);
    doesNotMatch(sanitizePath('src/$(check).ts'), /\$\(/);
  });

  it('has no link in a notification, and all its words', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('[', ']', '(', ')', 'command:a', ' ')), (parts) => {
        const text = withoutLinks(parts.join(''));
        doesNotMatch(text, /\[([^\]]+)\]\(/);
        equal(text.replaceAll('\u200b', ''), parts.join(''));
      }),
    );
  });

  it('cuts a sentence at its end and a path in its middle', () => {
    equal(sanitizeLabel('abcdefgh', 4), 'abcd…');
    equal(sanitizePath('src/very/long/file.ts', 12), 'src…/file.ts');
  });

  it('is short, visible and without pictures whatever comes', () => {
    const anything = fc.oneof(
      fc.string({ unit: anyCodePoint, maxLength: 90 }),
      fc.string({ maxLength: 90 }),
      fc.array(fc.constantFrom('$', '(', ')', '\\', 'check', '\u200b', '\ud800', '\n')),
    );
    fc.assert(
      fc.property(anything, (given) => {
        const text = typeof given === 'string' ? given : given.join('');
        for (const shown of [sanitizeLabel(text, 40), sanitizePath(text, 40)]) {
          ok(shown.length <= 40 * 10, shown);
          doesNotMatch(shown.replaceAll('\u200b', ' '), /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u);
          doesNotMatch(shown, /\$\(/);
        }
      }),
    );
  });

  it('takes no longer for a text of 10 MB', () => {
    const [large, started] = ['$(\u202e'.repeat(3_500_000), process.cpuUsage()];
    ok(sanitizeLabel(large).length < 2_000 && sanitizePath(large).length < 2_000);
    ok(process.cpuUsage(started).user < 1_000_000);
  });
});
