import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRun } from '../../../../src/model/verification/testRun';
import { outputLines } from '../../../../src/rules/output/outputLines';
import { readClosingLines } from '../../../../src/rules/testRuns/closingLines';
import { EXPECTED_RUNS, PARTIAL_RUNS } from './expectedRuns';

const FIXTURES = join(__dirname, '../../../fixtures/runners');
const read = (name: string) => readFileSync(join(FIXTURES, `${name}.txt`), 'utf8');

describe('the closing lines of real test programs', () => {
  for (const name of Object.keys(EXPECTED_RUNS)) {
    it(`reads ${name}`, () => {
      assert.deepEqual(readClosingLines(outputLines(read(name))), testRun(name));
    });
  }

  it('reads every fixture with the line ends of Windows alike', () => {
    for (const name of Object.keys(EXPECTED_RUNS)) {
      const text = read(name).replaceAll('\n', '\r\n');
      assert.deepEqual(readClosingLines(outputLines(text)), testRun(name), name);
    }
  });

  it('counts the runs of two programs in one output once each', () => {
    const names = Object.keys(EXPECTED_RUNS).filter((name) => /\/(?:someFail|twice)$/.test(name));
    for (const first of names) {
      for (const second of names) {
        const lines = outputLines(`${read(first)}\n${read(second)}`);
        const [a, b] = [testRun(first), testRun(second)];
        const { passed, failed, errors, skipped } = readClosingLines(lines)!;
        assert.deepEqual(
          [passed, failed, errors, skipped],
          (['passed', 'failed', 'errors', 'skipped'] as const).map((word) => a![word] + b![word]),
          `${first}, ${second}`,
        );
      }
    }
  });

  it('says of several runs that one does not name the tests that pass', () => {
    const lines = outputLines(`${read('goTest/allPass')}\n${read('mocha/someFail')}`);
    assert.equal(readClosingLines(lines)?.partial, true);
  });

  it('has an expectation for every fixture', () => {
    const files = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.txt'))
      .map((file) => file.slice(0, -4).replaceAll('\\', '/'));
    assert.deepEqual(files.sort(), Object.keys(EXPECTED_RUNS).sort());
  });
});

function testRun(name: string): TestRun | undefined {
  const expected = EXPECTED_RUNS[name];
  if (expected === undefined) return undefined;
  const [source, [passed, failed, errors, skipped], ...ids] = expected;
  const partial = PARTIAL_RUNS.has(name) ? { partial: true as const } : {};
  return { source, passed, failed, errors, skipped, failingTests: [...ids].sort(), ...partial };
}
