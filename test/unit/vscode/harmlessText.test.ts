import { doesNotMatch, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { harmless, harmlessPath, withoutLinks } from '../../../src/vscode/text/harmlessText';

describe('text of others in the lists of the editor', () => {
  it('stays as it is where it is harmless', () => {
    equal(harmless('the same 2 tests fail – 失敗'), 'the same 2 tests fail – 失敗');
    equal(harmlessPath('src/größe.ts'), 'src/größe.ts');
  });

  it('is one line', () => {
    equal(harmless('one\r\n  two\tthree '), 'one two three');
  });

  it('shows what cannot be seen or turns the line around', () => {
    equal(harmless('a\u202egnp.exe'), 'a\\u{202e}gnp.exe');
    equal(harmlessPath('a\nb'), 'a\\u{a}b');
    equal(harmlessPath('\u001b[31mred'), '\\u{1b}[31mred');
    equal(harmless('half \ud83d pair'), 'half \\u{d83d} pair');
  });

  it('draws no picture', () => {
    doesNotMatch(harmless('$(trash) delete $(check)'), /\$\(/);
    doesNotMatch(harmlessPath('src/$(check).ts'), /\$\(/);
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
    equal(harmless('abcdefgh', 4), 'abcd…');
    equal(harmlessPath('src/very/long/file.ts', 12), 'src…/file.ts');
  });

  it('is short, visible and without pictures whatever comes', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 90 }),
      fc.string({ maxLength: 90 }),
      fc.array(fc.constantFrom('$', '(', ')', '\\', 'check', '\u200b', '\ud800', '\n')),
    );
    fc.assert(
      fc.property(anything, (given) => {
        const text = typeof given === 'string' ? given : given.join('');
        for (const shown of [harmless(text, 40), harmlessPath(text, 40)]) {
          ok(shown.length <= 40 * 10, shown);
          doesNotMatch(shown.replaceAll('\u200b', ' '), /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u);
          doesNotMatch(shown, /\$\(/);
        }
      }),
    );
  });

  it('takes no longer for a text of 10 MB', () => {
    const [large, started] = ['$(\u202e'.repeat(3_500_000), process.cpuUsage()];
    ok(harmless(large).length < 2_000 && harmlessPath(large).length < 2_000);
    ok(process.cpuUsage(started).user < 1_000_000);
  });
});
