import assert from 'node:assert/strict';
import {
  readFailureBlocks,
  includeFailure,
} from '../../../../../src/rules/failure/signature/readFailureBlocks';
import { outputLines } from '../../../../../src/rules/output/outputLines';
import { compareFailures } from '../../../../../src/rules/failure/signature/compareFailures';
import { signatureOf } from './signatureOf';

const heads = (text: string): readonly string[] =>
  readFailureBlocks(outputLines(text)).map(({ lines }) => lines[0]?.trim() ?? '');

describe('failureBlocks', () => {
  it('says no failure where everything passed, whatever the names of the tests', () => {
    const text = '✔ throws an Error (1ms)\n✔ fails softly\n\nℹ pass 2\nℹ fail 0\n';
    assert.equal(includeFailure(readFailureBlocks(outputLines(text))), false);
    assert.equal(includeFailure(readFailureBlocks(['test result: ok. 3 passed; 0 failed'])), false);
  });

  it('takes what runners print around a failure for nothing', () => {
    const warnings = 'cart.c:3:1: warning: unused error\nDeprecationWarning: error is old\n';
    assert.deepEqual(heads(warnings), []);
    assert.deepEqual(
      heads('./src/cart.ts:12:  throw new Error("no")\n12:    raise ValueError\n'),
      [],
    );
  });

  it('keeps expected and actual values with their error', () => {
    const text = 'AssertionError: no\n\n- Expected\n+ Received\n\n- 4\n+ 3\n\n ❯ a.test.ts:5:3\n';
    const [block, ...more] = readFailureBlocks(outputLines(text));
    assert.deepEqual(more, []);
    assert.ok(block);
    const lines = ['AssertionError: no', '- Expected', '+ Received', '- 4', '+ 3'];
    assert.deepEqual(block.lines, lines);
    assert.deepEqual(block.stack, [{ file: 'a.test.ts', line: 5 }]);
  });

  it('takes code that a runner quotes for no failure', () => {
    const text =
      '● adds\n\n  Expected: 4\n\n  > 4 | log("Tests: 9 failed, 9 total");\n\n    at Object.toBe (a.test.js:4:3)\n';
    const blocks = readFailureBlocks(outputLines(text));
    assert.deepEqual(
      blocks.map(({ stack }) => stack[0]?.file),
      ['a.test.js'],
    );
  });

  it('reads Go, which names the test after what it says with -v', () => {
    const text =
      '=== RUN   TestTotal\n    cart_test.go:12: got 3, want 4\n--- FAIL: TestTotal (0.00s)\n';
    assert.deepEqual(heads(text), [
      'cart_test.go:12: got 3, want 4',
      '--- FAIL: TestTotal (0.00s)',
    ]);
    assert.deepEqual(signatureOf(text).location, { file: 'cart_test.go', line: 12 });
  });

  it('reads Gradle, which says the place beside the error', () => {
    const text = 'CartTest > sums FAILED\n    java.lang.AssertionError at CartTest.java:2\n';
    assert.deepEqual(signatureOf(text).location, { file: 'CartTest.java', line: 2 });
  });

  it('reads the rows of a linter under the name of their file', () => {
    const text =
      "/home/dev/shop/src/cart.js\n  4:7  error  'x' is not defined  no-undef\n\n✖ 1 problem (1 error, 0 warnings)\n";
    assert.deepEqual(signatureOf(text).location, { file: 'src/cart.js', line: 4 });
    assert.equal(
      compareFailures(signatureOf(text), signatureOf(text.replace('4:7', '5:7'))),
      'other lines',
    );
  });

  it('reads what several programs printed at once, and lines with a time in front', () => {
    const said = ['--- FAIL: TestTotal (0.00s)', '    cart_test.go:12: got 3, want 4', 'FAIL'];
    const plain = signatureOf(said.join('\n'));
    const prefixed = said.map((line) => `shop-1  | ${line}`).join('\n');
    const stamped = said.map((line, index) => `2026-11-22T01:00:0${index}.1Z ${line}`).join('\n');
    assert.equal(compareFailures(plain, signatureOf(prefixed)), 'exact');
    assert.equal(compareFailures(plain, signatureOf(stamped)), 'exact');
  });

  const values: readonly (readonly [runner: string, text: string])[] = [
    [
      'RSpec',
      "  1) Cart adds up\n     Failure/Error: expect(cart.total).to eq(4)\n\n       expected: 4\n            got: 3\n     # ./spec/cart_spec.rb:5:in `block'\n",
    ],
    [
      'Minitest',
      '  1) Failure:\nCartTest#test_total [test/cart_test.rb:6]:\nExpected: 4\n  Actual: 3\n',
    ],
    [
      'PHPUnit',
      '1) CartTest::testTotal\nFailed asserting that 3 matches expected 4.\n\n/home/dev/shop/tests/CartTest.php:12\n',
    ],
  ];
  for (const [runner, text] of values) {
    it(`sees another expected value of ${runner}, and other lines`, () => {
      const { errorType, location } = signatureOf(text);
      assert.equal(errorType, 'assertion');
      assert.ok(location?.line);
      const other = signatureOf(text.replace(/xpected(:?) 4/, 'xpected$1 5'));
      assert.equal(compareFailures(signatureOf(text), other), 'different');
      const moved = signatureOf(text.replace(/(\.\w+):\d+/, '$1:99'));
      assert.equal(compareFailures(signatureOf(text), moved), 'other lines');
    });
  }

  it('keeps the first and the last of very many', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `Error: number ${index}`);
    const blocks = readFailureBlocks(many);
    assert.equal(blocks.length, 600);
    assert.equal(blocks.at(-1)?.lines[0], 'Error: number 4999');
  });

  it('shares one budget among all prefixes, and finds what a short program says among long ones', () => {
    const long = Array.from(
      { length: 40_000 },
      (_, n) =>
        `[p${n % 40}] [q${n % 40}] src/cart${n}.ts(${n},5): error TS2304: no ${'x'.repeat(60)}`,
    );
    const said = 'src/short.ts(1,5): error TS2304: no y';
    const blocks = readFailureBlocks([
      ...long,
      ...Array.from({ length: 3 }, () => `[s] [q] ${said}`),
    ]);
    assert.ok(blocks.length <= 600, `${blocks.length}`);
    assert.ok(blocks.some(({ lines }) => lines[0] === said));
    const programs = new Set(blocks.map(({ place }) => Number(/\d+/.exec(place?.file ?? '')) % 40));
    assert.ok(programs.size >= 40, 'each program has its share');
  });

  it('finds one error at the end of a hundred thousand ordinary lines', () => {
    const text = `${'compiled a module and had nothing to say\n'.repeat(100_000)}Error: lost`;
    assert.deepEqual(heads(text), ['Error: lost']);
  });
});
