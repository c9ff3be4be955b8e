import assert from 'node:assert/strict';
import fc from 'fast-check';
import { outputLines } from '../../../../src/rules/output/outputLines';
import { failureSignature } from '../../../../src/rules/failure/signature/failureSignature';
import { readClosingLines } from '../../../../src/rules/testRuns/closingLines';
import { signatureOf } from '../../../unit/rules/failure/signature/signatureOf';
import { COUNTS } from '../../../support/scale';
import { anyCodePoint } from '../../../support/anyCodePoint';

const LENGTH = COUNTS.signatureText;
const filled = (text: string): string =>
  text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);
const many = (count: number, piece: (n: number) => string): string =>
  filled(Array.from({ length: count }, (_, n) => piece(n)).join(''));
const prefixedBy = (prefix: string, text: string): string =>
  text.replace(/^(?!$)/gm, () => prefix).replace(/^$(?=\n)/gm, () => prefix);

/** Make texts that have made patterns backtrack, states pile up or lists grow. */
const HOSTILE: Readonly<Record<string, () => string>> = {
  'one line': () => filled('x'),
  'one line of errors': () => filled('Error: x '),
  'empty lines': () => filled('\n'),
  'short lines': () => filled('a\n'),
  'ordinary lines': () =>
    filled('src/cart/total.ts was compiled, and there is nothing to say about it\n'),
  'lines of blanks': () => filled(`${' '.repeat(3_990)}x\n`),
  'broken colours': () => filled('\u001b[0;0;0;'),
  'broken titles': () => filled('\u001b]'),
  'NUL and lone surrogates': () => filled('\u0000\ud800 Error: \u001b[31mfoo\n'),
  'nothing but errors': () => filled('Error: lost at 0x7fffabcd1234 in 0.12s\n'),
  'nothing but frames': () => filled('    at f (a.js:1:2)\n'),
  'tracebacks without an end': () =>
    filled('Traceback (most recent call last):\n  File "a.py", line 1, in f\n'),
  'a traceback without an end': () => `Traceback (most recent call last):\n${filled('  deeper\n')}`,
  'a message without an end': () => `Error: x\n${filled('- a\n')}`,
  'long words': () => filled(`Error: ${'a'.repeat(3_900)}\n`),
  dots: () => filled(`${'a.'.repeat(1_990)}\n`),
  colons: () => filled(`Error: ${'a: '.repeat(1_300)}\n`),
  'names of errors': () => filled(`${'Error'.repeat(780)}\n`),
  'hexadecimal digits': () => filled(`Error: ${'deadbeef0'.repeat(430)}\n`),
  numbers: () => filled(`Error: ${'12 '.repeat(1_300)}\n`),
  'temporary folders': () => filled(`Error: ${'/tmp/'.repeat(790)}\n`),
  'open braces': () => filled(`Error: ${'{a, b'.repeat(780)}\n`),
  'open brackets': () => filled(`Error: ${'[=='.repeat(1_300)}\n`),
  'open parentheses': () => filled(`Error: ${'('.repeat(3_900)}\n`),
  'open quotes': () => filled(`thread '${"a'".repeat(1_900)}\n`),
  dates: () => filled(`Error: ${'Mon Jan 1 '.repeat(390)}\n`),
  'places without an error': () => filled('/home/dev/shop/cart.js:3\n'),
  'marks under code': () => filled(`/a.js:3\n${' '.repeat(400)}${'^'.repeat(400)} \n`),
  'properties without an end': () => `Error: x\n    at f (a.js:1:1) {\n${filled('  a: 1\n')}`,
  'paragraphs without an end': () => `Error: x\n\n${filled('a\n')}`,
  'labels of compilers': () => filled(`Error: x\n|${' '.repeat(200)}${'-| '.repeat(1_200)}\n`),
  'nothing but wrappers': () => filled('make: *** [x] Error 1\nfoo\n'),
  'calls in Go': () => filled(`panic: x\n${'a.'.repeat(1_900)}(\n\t/a/b.go:3\n`),
  seeds: () => filled(`Error: ${'seed seed= '.repeat(350)}\n`),
  'stated values': () => filled(`expected ${'got 5 ms want '.repeat(270)}\n`),
  processes: () => filled(`Error: ${'process 1 '.repeat(390)}\n`),
  'prefixes before prefixes': () =>
    many(
      64 * 64,
      (n) => `[p${n % 64}] [q${(n >> 6) % 64}] FAIL test/cart${n}.ts at 0x7fffabcd${n}\n`,
    ),
  'compiler errors of 64 programs': () =>
    many(
      6_400,
      (n) => `svc${n % 64}: src/cart${n}.ts(${n},5): error TS2304: Cannot find name 'total${n}'.\n`,
    ),
  'tracebacks of 60 programs': () =>
    many(3_000, (n) =>
      prefixedBy(
        `svc-${n % 60}  | `,
        `Traceback (most recent call last):\n  File "/home/dev/shop/a${n}.py", line ${n}, in f\n    place(x)\nshop.ShopError: order ${n} at 0x7ffffff${n} lost\n`,
      ),
    ),
  'prefixes of prefixes that hide errors': () => filled('a: a: b: error: lost it\n'),
  'failing tests of 16 programs': () =>
    many(1_600, (n) =>
      prefixedBy(
        `svc-${n % 16}  | `,
        `  ${n}) keeps item ${n}:\n\n      AssertionError: no\n\n${n} !== 1\n\n      at Context.<anonymous> (test/item${n}.test.ts:${n}:12)\n`,
      ),
    ),
};

/** Processor time, in milliseconds: other programs on the machine do not count. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
}

describe('failure signatures of hostile text', () => {
  for (const [name, craft] of Object.entries(HOSTILE)) {
    it(`${LENGTH} characters of ${name} neither hang nor throw`, () => {
      const text = craft();
      const took = cpuMs(() => {
        const lines = outputLines(text);
        const failingTests = readClosingLines(lines)?.failingTests ?? [];
        failureSignature({ lines, failingTests, end: 'exit code 1', workspace: '/home/dev/shop' });
      });
      // Several times of what it takes, so that a slow machine passes and a quadratic pattern does not.
      assert.ok(took < 1_200, `${took} ms`);
    });
  }

  it('a hundred thousand failing tests take no time of which to speak', () => {
    const failingTests = Array.from({ length: 100_000 }, (_, n) => `test /tmp/${n} in ${n} ms`);
    const took = cpuMs(() => {
      signatureOf('', { failingTests });
    });
    assert.ok(took < 600, `${took} ms`);
  });

  it('never throw, and always say something', () => {
    const piece = fc.constantFrom(
      ...['Traceback (most recent call last):\n', '  File "a.py", line 1, in f\n', 'Error: x\n'],
      ...['E   assert 1 == 2\n', '    at f (a.js:1:2)\n', '--- FAIL: T\n', '● t\n\n', '1) t\n'],
      ...['java.lang.Error\n', '\tat a.b.C.d(C.java:1)\n', '\u001b[31m', '\u0000', '\ud800', ' '],
      ...['src/a.ts(1,2): error TS1: x\n', '\n', '> x\n', '___ t ___\n', '=====\n', '2 failed\n'],
      ...['During handling of the above exception', '/tmp/', '0x7fffffff', '{a, b}', '(', '['],
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
      fc.string({ unit: anyCodePoint, maxLength: 500 }),
    );
    fc.assert(
      fc.property(text, fc.string({ unit: anyCodePoint, maxLength: 20 }), (printed, workspace) => {
        const signature = signatureOf(printed, { workspace });
        assert.match(signature.hash, /^[\da-f]{64}$/);
        assert.ok(signature.exactMessage.trim() !== '' && signature.exactMessage.length <= 500);
        assert.deepEqual(signatureOf(printed, { workspace }), signature);
      }),
      { numRuns: COUNTS.signatures },
    );
  });
});
