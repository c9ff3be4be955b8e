import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { createValueMask, type ValueMask } from '../../../../src/rules/secrets/createValueMask';
import { COUNTS } from '../../../support/scale';
import { anyCodePoint } from '../../../support/anyCodePoint';

const LETTERS = ['a', 'b', 'N', 'r', ' ', '\\', '"', '/', '+', '=', '%', '&', 'é', '😀', '0', '-'];
const value = fc.oneof(
  fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 8, maxLength: 60 }),
  fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }),
  fc
    .uint8Array({ minLength: 8, maxLength: 60 })
    .map((bytes) => Buffer.from(bytes).toString('base64')),
);
/** Often the beginning or the end of a secret, or what is skipped. */
const around = fc.string({ unit: fc.constantFrom(...LETTERS, '\n', '\r', '\\n'), maxLength: 30 });

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  json: (text) => JSON.stringify(text),
  jsonTwice: (text) => JSON.stringify(JSON.stringify(text)),
  url: encodeURIComponent,
  form: (text) => new URLSearchParams([['', text]]).toString(),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  wrapped: (text) => Buffer.from(text).toString('base64').replace(/.{20}/g, '$&\n'),
};
const encoding = fc.constantFrom(...Object.keys(ENCODINGS));

function encode(name: string, text: string): string {
  return ENCODINGS[name]?.(text) ?? text;
}

/** Half a surrogate pair becomes a replacement character, as where a text is encoded. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** The text in pieces, cut at the given places. */
function pieces(text: string, cuts: readonly number[]): readonly string[] {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length];
  const sorted = places.toSorted((left, right) => left - right);
  return sorted.slice(1).map((to, index) => text.slice(sorted[index], to));
}

function streamed(
  mask: ValueMask,
  parts: readonly string[],
  kind: 'stream' | 'byteStream',
): string {
  const stream = mask[kind]();
  return parts.map((part) => stream.write(part)).join('') + stream.end();
}

describe('any secret', () => {
  const runs = { numRuns: COUNTS.maskedTexts };

  it('is masked in every encoding, anywhere in a text', () => {
    const secrets = value.filter((text) => wellFormed(text) === text && text.trim().length >= 8);
    fc.assert(
      fc.property(
        fc.array(secrets, { minLength: 1, maxLength: 4 }),
        encoding,
        around,
        around,
        (values, name, before, after) => {
          const mask = createValueMask(values);
          const [secret = ''] = values;
          const masked = mask.text(encode(name, before + secret + after));
          ok(!masked.includes(secret.replace(/[\r\n]/g, '')), masked);
          ok(masked.includes('***'), masked);
          // What remains is no longer than what stood around it, with the digits that Base64 shares.
          const rest = masked.replaceAll('***', '');
          const others = encode(name, before + after).length;
          ok(rest.length <= others + 12, `${rest} of ${encode(name, before + secret + after)}`);
        },
      ),
      runs,
    );
  });

  it('is masked alike in any pieces of a stream, as text and as bytes', () => {
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(around, fc.nat(3), encoding), { maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        (values, said, cuts) => {
          const mask = createValueMask(values);
          const text = said
            .map(([before, which, name]) => before + encode(name, wellFormed(values[which] ?? '')))
            .join('');
          const whole = mask.text(text);
          equal(streamed(mask, pieces(text, cuts), 'stream'), whole);
          const bytes = Buffer.from(text).toString('latin1');
          const masked = streamed(mask, pieces(bytes, cuts), 'byteStream');
          equal(Buffer.from(masked, 'latin1').toString(), wellFormed(whole));
        },
      ),
      runs,
    );
  });

  it('changes nothing in a text without it', () => {
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 4 }),
        fc.string({ unit: anyCodePoint }),
        (values, text) => {
          const mask = createValueMask(values.map((each) => `${each}~never~`));
          equal(mask.text(text), text);
        },
      ),
      runs,
    );
  });
});
