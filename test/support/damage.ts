import fc from 'fast-check';
import { anyCodePoint } from './anyCodePoint';

/** What a text may be damaged with besides anything. */
const ODD = fc.constantFrom(
  ...[
    '\0',
    '\uD800',
    '\uFEFF',
    '\x1B[31m',
    '\n',
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '<',
    '>',
  ],
  ...['null', 'true', '-1', '1e999', '0.5', '[]', '{}', '[[1]]', '"__proto__":', 'data: ', '```'],
);
const VALUES = /(?<=":\s?)(?:"[^"\\]*"|-?[\d.]+|true|false|null)/g;

/** Texts that came of these: pieces cut out, put in or put twice, and values of JSON replaced by others. */
export function damaged(texts: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({
    kind: fc.constantFrom('cut', 'put', 'repeat', 'value'),
    at: fc.nat(),
    length: fc.nat({ max: 60 }),
    odd: fc.oneof(ODD, fc.string({ unit: anyCodePoint, maxLength: 8 })),
  });
  return fc
    .tuple(fc.constantFrom(...texts), fc.array(change, { minLength: 1, maxLength: 5 }))
    .map(([text, changes]) =>
      changes.reduce((before, { kind, at, length, odd }) => {
        const place = at % (before.length + 1);
        const piece = before.slice(place, place + length);
        if (kind === 'value') return withValue(before, at, odd);
        const put = kind === 'put' ? odd : kind === 'repeat' ? piece + piece : '';
        return before.slice(0, place) + put + before.slice(place + length);
      }, text),
    );
}

function withValue(text: string, which: number, value: string): string {
  const values = [...text.matchAll(VALUES)];
  const found = values[which % Math.max(1, values.length)];
  if (found === undefined) return text;
  return text.slice(0, found.index) + value + text.slice(found.index + found[0].length);
}
