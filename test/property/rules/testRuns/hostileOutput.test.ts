import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { outputLines } from '../../../../src/rules/output/outputLines';
import { readClosingLines } from '../../../../src/rules/testRuns/closingLines';
import { EXPECTED_RUNS } from '../../../unit/rules/testRuns/expectedRuns';
import { COUNTS } from '../../../support/scale';
import { anyCodePoint } from '../../../support/anyCodePoint';

const FIXTURES = Object.keys(EXPECTED_RUNS).map((name) =>
  readFileSync(join(__dirname, `../../../fixtures/runners/${name}.txt`), 'utf8'),
);
const MEGABYTES = 10_000_000;
const filled = (text: string) =>
  text.repeat(Math.ceil(MEGABYTES / text.length)).slice(0, MEGABYTES);

/** Seconds of this process's own time, which other programs on the machine do not change. */
function secondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function isSound(text: string): void {
  const run = readClosingLines(outputLines(text));
  if (run === undefined) return;
  for (const count of [run.passed, run.failed, run.errors, run.skipped]) {
    assert.ok(Number.isInteger(count) && count >= 0, `${count}`);
  }
  assert.ok(run.failingTests.length <= 200);
  assert.deepEqual(run.failingTests, [...new Set(run.failingTests)].sort());
}

describe('closing lines in hostile output', () => {
  it('are whole numbers whatever is cut out of and put into real output', () => {
    const pieces = FIXTURES.flatMap((text) => text.split('\n')).filter((line) => line !== '');
    const line = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...pieces) },
      { weight: 1, arbitrary: fc.string({ unit: anyCodePoint, maxLength: 80 }) },
      { weight: 1, arbitrary: fc.constantFrom('', '\0', '\ud800', '\u001b[31m', ' '.repeat(4000)) },
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => isSound(lines.join('\n'))),
      {
        numRuns: COUNTS.runnerOutputs,
      },
    );
  });

  it('are whole numbers when single characters of real output are changed', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom('', '9', '-', ' ', ',', '(', '\n', 'é', '\0'),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...FIXTURES),
        fc.array(change, { maxLength: 20 }),
        (text, changes) => {
          const characters = Array.from(text);
          for (const [at, character] of changes) characters[at % characters.length] = character;
          isSound(characters.join(''));
        },
      ),
      { numRuns: COUNTS.runnerOutputs },
    );
  });

  const long = 'a'.repeat(500) + ' '.repeat(500);
  const crafted: Record<string, () => string> = {
    'one line': () => filled('='),
    'blank lines': () => filled('\n'),
    'long blank lines': () => filled(`${' '.repeat(3_999)}\n`),
    'an ordinary log': () =>
      filled('2026-11-22 01:00:00 INFO cart: request /api/cart in 12ms for user 42\n'),
    'a log of Maven': () =>
      filled('[INFO] Downloaded something or other, as it so often does here\n'),
    'nothing but plans': () => filled('1..5\n'),
    'nothing but test points': () => filled('not ok 1 - sums\n'),
    'nothing but epilogues': () =>
      filled('  3 passing (12ms)\n  1 pending\n  99999 failing\n\n  1) x\n       y:\n'),
    'nothing but sums of jest': () =>
      filled('Test Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\n'),
    'nothing but totals of node:test': () => filled('# cancelled 0\n'),
    'plans and totals of node:test': () => filled('1..1\n# cancelled 0\n'),
    'nothing but ends of pytest': () => filled('1 failed in 0.12s\n'),
    'nearly ends of pytest': () => filled(`${'1 a, '.repeat(14)}1 failed in x\n`),
    'nothing but packages of go': () => filled('ok  \tpkg\t0.1s\n'),
    'nothing but events of go': () => filled('{"Action":"fail","Package":"p","Test":"T"}\n'),
    'nothing but tests of go that began': () =>
      `${Array.from({ length: 500_000 }, (_, n) => `=== RUN   Test${n}/sums${n}\n`).join('')}FAIL\tpkg\t0.1s\n`,
    'nearly broken classes of Maven': () =>
      `${filled(`[ERROR] ${long}Time elapsed: 1 s <<< x!\n`)}\nResults:\nTests run: 1, Failures: 1, Errors: 0, Skipped: 0\n`,
    'nearly failed tests of Gradle': () =>
      `${filled(`${'a > '.repeat(300)} FAILED\n`)}\n5 tests completed, 1 failed\n`,
    'nothing but ids of cargo': () =>
      `${filled('    tests::x\n')}\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n`,
    'deep subtests': () =>
      `${filled(`${Array.from({ length: 50 }, (_, i) => `${' '.repeat((49 - i) * 4)}not ok 1 - deep`).join('\n')}\n`)}\n1..1\n`,
    'one prefix': () => filled('cart:   3 passing (12ms)\n'),
    'a thousand prefixes': () =>
      filled(Array.from({ length: 1_000 }, (_, i) => `p${i}: well\n`).join('')),
    'prefixes before prefixes': () => filled('a-1  | b:c: [d] e: ok 1 - x\n'),
    'nearly prefixes': () =>
      filled(`${'a'.repeat(60)} ${'b'.repeat(29)}\n${'a'.repeat(80)}${' '.repeat(41)}\n`),
  };
  for (const [name, craft] of Object.entries(crafted)) {
    it(`are looked for in linear time: ${name}`, () => {
      const lines = craft().split('\n');
      const seconds = secondsOf(() => void readClosingLines(lines));
      assert.ok(seconds < 1.2, `${seconds} s`);
    });
  }

  it('are found at the end of ten megabytes', () => {
    const log = filled('2026-11-22 01:00:00 INFO cart: request /api/cart in 12ms for user 42\n');
    const run = readClosingLines(outputLines(`${log}\n\n  3 passing (12ms)\n  1 failing\n`));
    assert.deepEqual([run?.passed, run?.failed], [3, 1]);
  });
});
