import assert from 'node:assert/strict';
import fc from 'fast-check';
import { printable, printableLine, toJsonLine } from '../../../src/cli/terminal/printable';
import { anyCodePoint } from '../../support/anyCodePoint';

/** Joiners may stand where emoji or a script need them. */
const HARMFUL = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** In JSON none of them need stand as itself. */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Marks, overrides and isolates of the writing direction, zero width, soft hyphens, tags. */
const DECEIVING = [
  ...['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'],
  ...['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\u2064', '\ufeff', '\u{e0041}'],
];

/** Strings in which hostile bytes are frequent. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.string({ unit: anyCodePoint }),
      fc.constantFrom(
        '\u001b[2J',
        '\u001b]0;title\u0007',
        '\u001b]8;;http://x\u001b\\',
        '\u009b31m',
        '\r',
        '\u0008',
        '\u001b',
        ...DECEIVING,
      ),
    ),
  )
  .map((parts) => parts.join(''));

describe('printable', () => {
  it('lets no control character through but line feeds and tabs', () => {
    fc.assert(fc.property(hostile, (text) => !HARMFUL.test(printable(text))));
  });

  it('changes nothing when it is applied again', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const once = printable(text);
        assert.equal(printable(once), once);
      }),
    );
  });

  it('keeps ordinary text as it is', () => {
    const text = 'Über 3 tests failed:\n\t✕ añadir — 日本語 👩‍💻\n';
    assert.equal(printable(text), text);
  });

  it('takes colours and cursor movements away', () => {
    assert.equal(printable('\u001b[31mred\u001b[0m \u001b[2J\u001b[1;1Hhome'), 'red home');
  });

  it('shows what is left of a sequence that was made to survive the first look', () => {
    assert.equal(printable('\u001b[3\u001b[31m1mred').includes('\u001b'), false);
  });

  it('makes a terminal title, a hyperlink and a clipboard write harmless', () => {
    for (const text of [
      '\u001b]0;pwned\u0007x',
      '\u001b]8;;http://e\u001b\\x',
      '\u001b]52;c;QQ==\u0007x',
    ]) {
      assert.match(printable(text), /x$/);
      assert.doesNotMatch(printable(text), HARMFUL);
    }
  });

  it('shows a lone carriage return, so that a line cannot hide what stood before it', () => {
    assert.equal(printable('failed\rpassed\r\n'), 'failed␍passed\n');
  });

  it('shows DEL, C1 controls and overrides of the writing direction as signs', () => {
    assert.equal(printable('a\u007fb\u0085c\u202ed'), 'a␡b\ufffdc\ufffdd');
  });

  for (const sign of DECEIVING) {
    const code = sign.codePointAt(0)?.toString(16);
    it(`shows U+${code} within a name, and JSON escapes it`, () => {
      assert.equal(printable(`gpt${sign}-4`), 'gpt\ufffd-4');
      const units = sign.split('').map((unit) => `\\u${hex(unit)}`);
      assert.equal(toJsonLine([`gpt${sign}-4`]), `["gpt${units.join('')}-4"]`);
    });
  }

  it('keeps joiners where emoji and scripts need them', () => {
    const text = '👩‍💻 🏳️‍🌈 👩🏽‍🚀 می‌خواهم क्‍ष';
    assert.equal(printable(text), text);
  });

  it('makes one line of many', () => {
    assert.equal(printableLine('  a\n\tb\r\nc  '), 'a b c');
  });

  it('writes JSON that parses to the same value and has no control character', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const line = toJsonLine({ text });
        assert.doesNotMatch(line, UNSEEN);
        assert.deepEqual(JSON.parse(line), { text: JSON.parse(JSON.stringify(text)) as string });
      }),
    );
  });
});

function hex(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, '0');
}
