import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseReport, type Report } from '../../../../src/platform/verification/parseReport';

const root = join(__dirname, '../../../fixtures/reports');

const DISCOUNT = 'test/cart.test.js › cart › discount › is given above 100';
const HOOK = 'cart coupons "before all" hook for "are known"';

function tests(source: string, counts: readonly number[], failingTests: readonly string[]): Report {
  const [passed = 0, failed = 0, errors = 0, skipped = 0] = counts;
  const kind = source === 'TAP' ? 'tap' : source === 'JUnit XML' ? 'junit' : 'json';
  return { kind, tests: { source, passed, failed, errors, skipped, failingTests } };
}

function lines(kind: 'lcov' | 'cobertura', covered: number, total: number): Report {
  return { kind, lines: { covered, total } };
}

/** What each file says: passed, failed, errors, skipped; ids. Compared with the program's own sums. */
const SAID: Readonly<Record<string, Report>> = {
  'mocha/mocha.json': tests(
    'Mocha JSON',
    [2, 1, 1, 2],
    [`test/cart.test.js › ${HOOK}`, 'test/cart.test.js › cart discount is given above 100'],
  ),
  'mocha/xunit.xml': tests(
    'JUnit XML',
    [2, 1, 1, 2],
    ['cart coupons › "before all" hook for "are known"', 'cart discount › is given above 100'],
  ),
  'mocha/mocha-junit.xml': tests(
    'JUnit XML',
    [2, 1, 1, 0],
    [HOOK, 'cart discount is given above 100'],
  ),
  'mocha/mocha.tap': tests('TAP', [2, 1, 1, 2], [HOOK, 'cart discount is given above 100']),
  'mocha/nyc.info': lines('lcov', 5, 9),
  'c8/lcov.info': lines('lcov', 8, 12),
  'c8/cobertura-coverage.xml': lines('cobertura', 8, 12),
  'jest/jest.json': tests(
    'Jest JSON',
    [3, 2, 1, 2],
    ['test/cart.test.js › cart › coupons › are known', DISCOUNT, 'test/payment.test.js'],
  ),
  // jest-junit leaves out what could not run and does not mark what is to do.
  'jest/junit.xml': tests(
    'JUnit XML',
    [4, 2, 0, 1],
    ['cart coupons are known', 'cart discount is given above 100'],
  ),
  'jest/lcov.info': lines('lcov', 8, 9),
  'jest/cobertura-coverage.xml': lines('cobertura', 8, 9),
  'vitest/vitest.json': tests('Vitest JSON', [3, 1, 1, 3], [DISCOUNT, 'test/payment.test.js']),
  'vitest/junit.xml': tests(
    'JUnit XML',
    [3, 2, 1, 3],
    [
      'test/cart.test.js › cart > discount > is given above 100',
      'test/cart.test.js › coupons',
      'test/payment.test.js',
    ],
  ),
  'vitest/vitest.tap': tests(
    'TAP',
    [3, 1, 2, 3],
    ['test/cart.test.js › cart › coupons', DISCOUNT, 'test/payment.test.js'],
  ),
  'vitest/vitest-flat.tap': tests(
    'TAP',
    [3, 1, 1, 3],
    ['test/cart.test.js > cart > discount > is given above 100', 'test/payment.test.js'],
  ),
  'vitest/lcov.info': lines('lcov', 10, 12),
  'vitest/cobertura-coverage.xml': lines('cobertura', 10, 12),
  'node/junit.xml': tests(
    'JUnit XML',
    [3, 2, 1, 2],
    [
      '/home/dev/shop/test/payment.test.js',
      'cart › coupons › are known',
      'cart › discount › is given above 100',
    ],
  ),
  'node/node.tap': tests(
    'TAP',
    [3, 2, 1, 2],
    [
      '/home/dev/shop/test/payment.test.js',
      'cart › coupons › are known',
      'cart › discount › is given above 100',
    ],
  ),
  'node/lcov.info': lines('lcov', 30, 31),
  'pytest/junit.xml': tests('JUnit XML', [0, 0, 1, 0], ['tests.test_payment']),
  'pytest/junit-collected.xml': tests(
    'JUnit XML',
    [2, 1, 2, 2],
    [
      'tests.test_cart › test_coupons',
      'tests.test_cart.TestDiscount › test_amount[200-170]',
      'tests.test_payment',
    ],
  ),
  'coveragepy/coverage.lcov': lines('lcov', 24, 28),
  'coveragepy/coverage.xml': lines('cobertura', 24, 28),
  'maven/TEST-shop.CartTest.xml': tests(
    'JUnit XML',
    [1, 1, 0, 1],
    ['shop.CartTest › givesDiscount'],
  ),
  'maven/TEST-shop.CouponTest.xml': tests('JUnit XML', [1, 1, 0, 0], ['shop.CouponTest › isKnown']),
  'tape/tape.tap': tests('TAP', [1, 1, 0, 2], ['gives discount']),
  'tap/tap.tap': tests(
    'TAP',
    [1, 1, 1, 2],
    ['test/cart.test.js › cart › gives discount', 'test/payment.test.js'],
  ),
};

function withoutCases(report: Report | undefined): Report | undefined {
  if (report === undefined || !('tests' in report)) return report;
  const { source, passed, failed, errors, skipped, failingTests } = report.tests;
  return { ...report, tests: { source, passed, failed, errors, skipped, failingTests } };
}

describe('a report that a real program wrote', () => {
  for (const [file, said] of Object.entries(SAID))
    it(`says what ${file} says`, () => {
      assert.deepEqual(withoutCases(parseReport(readFileSync(join(root, file), 'utf8'))), said);
    });

  for (const [file, said] of Object.entries(SAID)) {
    if (!('tests' in said)) continue;
    it(`names every test of ${file}`, () => {
      const report = parseReport(readFileSync(join(root, file), 'utf8'));
      assert.ok(report !== undefined && 'tests' in report);
      const cases = report.tests.cases ?? [];
      const withOutcome = (wanted: string): readonly string[] =>
        cases.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
      const { passed, failed, skipped, failingTests } = said.tests;
      assert.deepEqual(
        [...['passed', 'failed', 'skipped'].map((outcome) => withOutcome(outcome).length)],
        [passed, failed, skipped],
      );
      for (const id of withOutcome('failed')) assert.ok(failingTests.includes(id), id);
      for (const id of withOutcome('passed')) assert.ok(!failingTests.includes(id), id);
    });
  }

  it('is in this list', () => {
    const folders = readdirSync(root, { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const files = folders.flatMap(({ name }) =>
      readdirSync(join(root, name)).map((file) => `${name}/${file}`),
    );
    assert.deepEqual(files.sort(), Object.keys(SAID).sort());
  });

  it('says the same with the line ends of Windows', () => {
    for (const [file, said] of Object.entries(SAID)) {
      const text = readFileSync(join(root, file), 'utf8').replaceAll('\n', '\r\n');
      assert.deepEqual(withoutCases(parseReport(text)), said, file);
    }
  });

  it('says nothing, or no more passed tests, when it is cut off anywhere', () => {
    for (const [file, said] of Object.entries(SAID)) {
      const text = readFileSync(join(root, file), 'utf8').trimEnd();
      for (let end = 0; end < text.length; end += 7) {
        const cut = parseReport(text.slice(0, end));
        if (cut === undefined) continue;
        // Only lists can be read to where they end: files of LCOV, points whose plan stood at the head.
        assert.ok(['tap', 'lcov'].includes(cut.kind), `${file} cut at ${end}`);
        if ('lines' in cut && 'lines' in said) assert.ok(cut.lines.total < said.lines.total);
        if (!('tests' in cut) || !('tests' in said)) continue;
        // Cut inside `# SKIP` a point has passed.
        const [some, all] = [cut.tests, said.tests].map(({ passed, skipped }) => passed + skipped);
        assert.ok(some! <= all!, `${file} cut at ${end}`);
      }
    }
  });
});
