import { equal, match, doesNotMatch } from 'node:assert/strict';
import { createValueMask } from '../../../../src/rules/secrets/createValueMask';

const SECRET = 'p@ss/w+rd "5" é=';
const mask = createValueMask([SECRET, 'q8Zr4Lm1']);

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

describe('createValueMask', () => {
  const forms = {
    'as it is': `value: ${SECRET}!`,
    'in JSON': JSON.stringify({ value: SECRET }),
    'in JSON in JSON': JSON.stringify(JSON.stringify({ value: SECRET })),
    'in ASCII JSON': 'p@ss/w+rd \\"5\\" \\u00e9=',
    'URL-encoded': encodeURIComponent(SECRET),
    'URL-encoded with small digits': encodeURIComponent(SECRET).replace(/%../g, (code) =>
      code.toLowerCase(),
    ),
    'in a form': `value=${String(new URLSearchParams({ SECRET }))}`,
    'URL-encoded as a whole': [...Buffer.from(SECRET)]
      .map((byte) => `%${byte.toString(16).toUpperCase()}`)
      .join(''),
    'broken by a terminal': `${SECRET.slice(0, 5)}\r\n${SECRET.slice(5)}`,
  };
  for (const [form, text] of Object.entries(forms)) {
    it(`masks a value ${form}`, () => {
      const masked = mask.text(text);
      match(masked, /\*\*\*/);
      doesNotMatch(masked, /w\+rd|w%2[bB]rd|%77|rd/);
    });
  }

  for (const before of ['', 'x', 'xx', 'xxx']) {
    for (const after of ['', 'y', 'yy']) {
      it(`masks Base64 of "${before}", the value and "${after}"`, () => {
        const inner = base64(`${before}q8Zr4Lm1${after}`);
        match(mask.text(inner), /\*\*\*/);
        match(mask.text(inner.replaceAll('+', '-').replaceAll('/', '_')), /\*\*\*/);
        // At most the digits that belong to a byte outside as well.
        equal(mask.text(inner).replace('***', '').length <= inner.length - 10, true);
      });
    }
  }

  it('masks Base64 that is broken into lines, in JSON too', () => {
    const long = createValueMask(['z'.repeat(3) + 'Q8rLm'.repeat(20)]);
    const lines = base64(`user:${'z'.repeat(3)}${'Q8rLm'.repeat(20)}`).match(/.{1,76}/g) ?? [];
    doesNotMatch(long.text(lines.join('\n')), /UThyTG|OHJMbV|\n/);
    doesNotMatch(long.text(JSON.stringify({ out: lines.join('\n') })), /UThyTG|OHJMbV/);
    doesNotMatch(long.text(JSON.stringify({ out: lines.join('\r\n') })), /UThyTG|OHJMbV/);
  });

  it('returns other text unchanged', () => {
    for (const text of ['', 'q8Zr4Lm', 'a\n\\n\\', '\u0000', 'é', '***'])
      equal(mask.text(text), text);
  });

  it('masks a value inside a longer one, and two in a row, one by one', () => {
    const both = createValueMask(['abcdefgh', '12abcdefgh34']);
    equal(both.text('abcdefgh'), '***');
    equal(both.text('12abcdefgh34'), '***');
    equal(both.text('12abcdefgh3'), '12***3');
    equal(both.text('abcdefghabcdefgh'), '******');
  });

  it('writes another mask where one is named', () => {
    equal(mask.text('a q8Zr4Lm1 b', 'MASKED'), 'a MASKED b');
  });

  it('masks what an escaped line break stands in, however it arrives in pieces', () => {
    for (const [value, text] of [
      ['rabcdefgh', 'r\\rabcdefgh'],
      ['nnbcdefgh', 'n\\nnbcdefgh'],
    ] as const)
      for (let cut = 1; cut < text.length; cut += 1) {
        const stream = createValueMask([value]).stream();
        const masked = stream.write(text.slice(0, cut)) + stream.write(text.slice(cut));
        equal(masked + stream.end(), '***', `${text} at ${cut}`);
      }
  });

  it('holds back in a stream only what may begin a value', () => {
    const stream = mask.stream();
    equal(stream.write('line\n'), 'line\n');
    equal(stream.write('say q8Z'), 'say ');
    equal(stream.write('r4Lm1.'), '***.');
    equal(stream.write('q8Zr'), '');
    equal(stream.end(), 'q8Zr');
  });
});
