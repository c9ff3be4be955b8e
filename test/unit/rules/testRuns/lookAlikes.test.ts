import assert from 'node:assert/strict';
import { outputLines } from '../../../../src/rules/output/outputLines';
import { readClosingLines } from '../../../../src/rules/testRuns/closingLines';

const read = (...lines: string[]) => readClosingLines(outputLines(lines.join('\n')));
const counts = (...lines: string[]) => {
  const run = read(...lines);
  return run && [run.passed, run.failed, run.errors, run.skipped];
};
const rule = '-'.repeat(70);
const double = '='.repeat(70);

describe('what only looks like the closing lines of a test program', () => {
  const notTaken: Record<string, readonly string[]> = {
    'mocha: without a duration': ['  3 passing', '  2 failing'],
    'mocha: in a sentence': ['  3 passing (12ms) is what I saw', 'Tests: 3 passing (12ms)'],
    'mocha: at another column': ['3 passing (12ms)', '    3 passing (12ms)'],
    'mocha: in a source listing': ["  12: '  3 passing (12ms)',", '> 12 |   3 passing (12ms)'],
    'mocha: found by grep': [1, 2, 3, 4].map((line) => `docs/tests.md:${line}:  3 passing (12ms)`),
    'jest: indented, as it prints the console': [
      '      Test Suites: 1 failed, 1 total',
      '      Tests:       9 failed, 9 total',
    ],
    'jest: without its suites': ['Tests:       9 failed, 9 total'],
    'jest: counts that do not add up': [
      'Test Suites: 1 failed, 1 total',
      'Tests:       1 failed, 2 passed, 9 total',
    ],
    'jest: in a sentence': ['Test Suites: 1', 'Tests: 3 of them, in total'],
    'vitest: not where vitest puts it': ['Test Files  1 failed (1)', 'Tests  9 failed (9)'],
    'vitest: without its files': ['      Tests  9 failed (9)'],
    'node:test: totals that do not add up': [
      'ℹ tests 99',
      'ℹ pass 1',
      'ℹ fail 0',
      'ℹ cancelled 0',
      'ℹ skipped 0',
      'ℹ todo 0',
    ],
    'node:test: one total alone': ['# tests 99', '# pass 99', '# cancelled 0'],
    'TAP: prose': ['ok then', 'not ok, really', 'ok 9 tests', '1..5'],
    'TAP: test points without a plan': ['ok 1 - one', 'ok 2 - two'],
    'pytest: other counts': ['12 files in 0.12s', '4 items reformatted, 2 unchanged in 0.1s'],
    'pytest: in a sentence': ['it was 3 passed in 0.12s yesterday', 'then 3 passed in a row'],
    'unittest: without its rule': ['Ran 99 tests in 0.100s', '', 'OK'],
    'unittest: without a result': [rule, 'Ran 99 tests in 0.100s', '', 'fine'],
    'go test: prose': ['ok  then', 'ok      9 tests', '--- FAIL: in prose', 'FAIL', 'FAIL\tit is'],
    'cargo test: in a sentence': ['test result: ok. All 9 passed; 0 failed'],
    'Maven: the line of a class': [
      '[INFO] Tests run: 9, Failures: 9, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in dev.shop.CartTest',
    ],
    'Maven: a total without "Results:"': ['Tests run: 9, Failures: 9, Errors: 0, Skipped: 0'],
    'Gradle: prose': [
      '5 tests completed successfully',
      'all 5 tests completed',
      'BUILD SUCCESSFUL',
    ],
    'negative numbers': ['  -3 passing (12ms)', '== -3 failed in 0.12s ==', '-5 tests completed'],
    'thousands separators, which none of them prints': [
      '  1,234 passing (12ms)',
      '== 1,234 passed in 0.12s ==',
      '1.234 tests completed',
      'Test Suites: 1 passed, 1 total',
      'Tests:       1,234 passed, 1,234 total',
    ],
    'numbers of more than fifteen digits': [`  ${'9'.repeat(16)} passing (12ms)`],
    nothing: [''],
  };
  for (const [name, lines] of Object.entries(notTaken)) {
    it(`is not taken: ${name}`, () => assert.equal(read(...lines), undefined));
  }

  it('is passed over inside output that pytest quotes', () => {
    const quotes = [
      '----- Captured stdout call -----',
      '9 failed in 9.99s',
      '== 8 failed in 9.99s ==',
    ];
    assert.deepEqual(counts('F.', ...quotes, '1 failed, 1 passed in 0.12s'), [1, 1, 0, 0]);
    const summary = '== short test summary info ==';
    assert.deepEqual(counts(...quotes, summary, '1 failed in 0.12s'), [0, 1, 0, 0]);
    const header = '===== test session starts =====';
    assert.equal(read(header, ...quotes.slice(0, 2)), undefined);
    assert.deepEqual(counts(header, ...quotes, '== 1 failed in 0.12s =='), [0, 1, 0, 0]);
    assert.deepEqual(counts(header, '9 passed in 9s', '== 1 failed in 0.12s =='), [0, 1, 0, 0]);
  });

  it('names no failure that pytest did not sum up', () => {
    const run = read(
      'ERROR cart: cannot reach the database',
      '=== short test summary info ===',
      'FAILED test_cart.py::test_sums[a - b] - assert 5 == 6',
      'FAILED test_cart.py::test_adds',
      '=== 2 failed in 0.12s ===',
    );
    assert.deepEqual(run?.failingTests, [
      'test_cart.py::test_adds',
      'test_cart.py::test_sums[a - b]',
    ]);
  });

  it('is passed over where cargo announced another number of tests', () => {
    const result = (passed: number) =>
      `test result: ok. ${passed} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s`;
    assert.deepEqual(counts('running 2 tests', result(99), result(2)), [2, 0, 0, 0]);
  });

  it('is replaced by the last summary of a vitest that watches', () => {
    const summary = (failed: number) => [
      ` Test Files  1 failed (1)`,
      `      Tests  ${failed} failed (5)`,
      '',
    ];
    const rerun = [
      ' DEV  v4.1.12 /home/dev/shop',
      ...summary(5),
      ' RERUN  cart.ts x1',
      ...summary(2),
    ];
    assert.deepEqual(counts(...rerun), [0, 2, 0, 0]);
    assert.deepEqual(
      counts(...rerun, ' RUN  v4.1.12 /home/dev/stock', ...summary(1)),
      [0, 3, 0, 0],
    );
  });

  it('is no title when mocha did not number it so', () => {
    const run = read(
      '  0 passing (12ms)',
      '  2 failing',
      '',
      '  1) sums:',
      '     Error: expected',
      '  7) other',
      '  2) adds:',
    );
    assert.deepEqual(run?.failingTests, ['adds', 'sums']);
  });

  it('is none where one program prints it more than 20,000 times', () => {
    const epilogues = (count: number) => Array.from({ length: count }, () => '  1 passing (12ms)');
    assert.deepEqual(counts(...epilogues(20_000)), [20_000, 0, 0, 0]);
    assert.equal(read(...epilogues(20_001)), undefined);
  });

  it('is no prefix on a few lines or on a small part of the lines', () => {
    const epilogue = ['cart:   3 passing (12ms)', 'cart:   1 failing'];
    assert.equal(read(...epilogue), undefined);
    assert.equal(read(...epilogue, 'stock: well', 'stock: well', 'stock: well'), undefined);
    assert.deepEqual(counts(...epilogue, 'cart: '), [3, 1, 0, 0]);
    assert.equal(
      read(...epilogue, 'cart: ', ...Array.from({ length: 30 }, () => 'well')),
      undefined,
    );
  });

  it('is no prefix when it is the level of a log or the name of a field', () => {
    const total = ['[INFO] Results:', '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1'];
    assert.deepEqual(counts(...total, '[INFO] ', '[INFO] BUILD SUCCESS'), [2, 0, 0, 1]);
    const jest = [
      'Test Suites: 1 passed, 1 total',
      'Tests:       3 passed, 3 total',
      'Time:        1 s',
    ];
    assert.deepEqual(counts(...jest, ...jest, ...jest), [9, 0, 0, 0]);
  });
});

describe('several runs in one output', () => {
  it('keep their failures apart: jest', () => {
    const broken = [
      'FAIL cart.test.js',
      '  ● Test suite failed to run',
      'Test Suites: 1 failed, 1 total',
      'Tests:       0 total',
    ];
    const passes = [
      'PASS stock.test.js',
      'Test Suites: 1 passed, 1 total',
      'Tests:       2 passed, 2 total',
    ];
    assert.deepEqual(counts(...broken, ...passes), [2, 0, 1, 0]);
  });

  it('keep their failures apart: vitest, where the first was broken off', () => {
    const run = read(
      ' RUN  v4.1.12 /home/dev/shop',
      ' FAIL  cart.test.ts > sums',
      ' RUN  v4.1.12 /home/dev/stock',
      ' FAIL  stock.test.ts > counts',
      ' Test Files  1 failed (1)',
      '      Tests  1 failed (1)',
    );
    assert.deepEqual(run?.failingTests, ['stock.test.ts > counts']);
  });

  it('keep their failures apart: modules of Maven', () => {
    const module = (name: string) => [
      `[ERROR] ${name} -- Time elapsed: 0.01 s <<< ERROR!`,
      '[INFO] Results:',
      '[ERROR] Tests run: 1, Failures: 0, Errors: 1, Skipped: 0',
    ];
    assert.deepEqual(
      counts(...module('dev.shop.CartTest'), ...module('dev.shop.StockTest.counts')),
      [0, 1, 1, 0],
    );
  });

  it('keep their failures apart: tasks of Gradle', () => {
    const task = (name: string) => [`${name} FAILED`, '1 test completed, 1 failed'];
    assert.deepEqual(
      counts(...task('CartTest > initializationError'), ...task('StockTest > counts()')),
      [0, 1, 1, 0],
    );
  });

  it('are told apart where the lines of two take turns behind their prefixes', () => {
    const summary = (name: string, failed: number) => [
      `${name}: Test Suites: 1 failed, 1 total`,
      `${name}: Tests:       ${failed} failed, ${failed} total`,
      `${name}: Snapshots:   0 total`,
    ];
    const [cart, stock] = [summary('cart', 1), summary('stock', 2)];
    assert.deepEqual(counts(...cart.flatMap((line, i) => [line, stock[i] ?? ''])), [0, 3, 0, 0]);
  });
});

describe('other forms of closing lines', () => {
  it('are read exactly beyond 1e9', () => {
    assert.deepEqual(
      counts('  4000000000 passing (12h)', '  5000000001 failing'),
      [4e9, 5000000001, 0, 0],
    );
  });

  it('are those of mocha before a broken file had a message of its own', () => {
    assert.deepEqual(counts("✖ ERROR: Error: Cannot find module './cart'"), [0, 0, 1, 0]);
  });

  it('are those of unittest before Python 3.11', () => {
    const run = read(
      double,
      'FAIL: test_sums (test_cart.Cart)',
      rule,
      rule,
      'Ran 3 tests in 0.001s',
      '',
      'FAILED (failures=1)',
    );
    assert.deepEqual(run?.failingTests, ['test_cart.Cart.test_sums']);
  });

  it('count a test of unittest once among those that did not pass, however many subtests fail', () => {
    const fail = (rate: number) => [
      double,
      `FAIL: test_rate (test_cart.Cart.test_rate) (rate=${rate})`,
      rule,
    ];
    const end = [rule, 'Ran 3 tests in 0.001s', '', 'FAILED (failures=2)'];
    assert.deepEqual(counts(...fail(1), ...fail(2), ...end), [2, 2, 0, 0]);
  });

  it('are those of Surefire 2', () => {
    const run = read(
      'sums(dev.shop.CartTest)  Time elapsed: 0.01 sec  <<< FAILURE!',
      'Results :',
      '',
      'Tests run: 3, Failures: 1, Errors: 0, Skipped: 1',
    );
    assert.deepEqual(run?.failingTests, ['dev.shop.CartTest.sums']);
    assert.deepEqual([run.passed, run.failed, run.skipped], [1, 1, 1]);
  });

  it('are those of old pytest and of long runs', () => {
    assert.deepEqual(counts('== 1 failed, 2 passed in 0.12 seconds =='), [2, 1, 0, 0]);
    assert.deepEqual(
      counts('= 2 passed, 3 deselected, 1 rerun, 4 warnings in 75.10s (0:01:15) ='),
      [2, 0, 0, 0],
    );
  });

  it('tell the go test that was running when its package timed out', () => {
    const run = read(
      '=== RUN   TestWaits',
      'panic: test timed out after 1s',
      'FAIL\texample.com/shop\t1.003s',
    );
    assert.deepEqual(run?.failingTests, ['example.com/shop TestWaits']);
  });

  it('tell a go package that does not build, in a JSON stream', () => {
    const run = read(
      '{"ImportPath":"example.com/shop","Action":"build-fail"}',
      '{"Time":"2026-11-22T01:00:00Z","Action":"start","Package":"example.com/shop"}',
      '{"Time":"2026-11-22T01:00:00Z","Action":"fail","Package":"example.com/shop","Elapsed":0,"FailedBuild":"example.com/shop"}',
    );
    assert.deepEqual(run?.failingTests, ['example.com/shop']);
    assert.equal(run.errors, 1);
  });

  it('count a Rust binary that ends without a result as something that could not run', () => {
    const aborted = ['running 4 tests', 'error: test failed, to rerun pass `--lib`'];
    const other = 'test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out';
    assert.deepEqual(counts(...aborted, 'running 1 test', other), [1, 0, 1, 0]);
  });

  it('keep 200 ids, the first in order, each once', () => {
    const names = Array.from({ length: 300 }, (_, i) => `tests::t${String(i).padStart(3, '0')}`);
    const result =
      'test result: FAILED. 0 passed; 600 failed; 0 ignored; 0 measured; 0 filtered out';
    const list = [...names].reverse().flatMap((name) => [`    ${name}`, `    ${name}`]);
    const run = read('running 600 tests', '', 'failures:', ...list, '', result);
    assert.deepEqual(run?.failingTests, names.slice(0, 200));
    assert.equal(run.failed, 600);
  });
});
