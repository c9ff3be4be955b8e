import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareFailures } from '../../../../../src/rules/failure/signature/compareFailures';
import { MAX_FAILING_TESTS } from '../../../../../src/model/verification/testRun';
import { signatureOf } from './signatureOf';

/** What varies from run to run, and what means something, in the output below. */
interface Run {
  readonly ms: number;
  readonly uuid: string;
  readonly folder: string;
  readonly address: number;
  readonly port: number;
  readonly pid: number;
  readonly expected: number;
  readonly name: string;
  readonly line: number;
}
const FIRST: Run = {
  ms: 12,
  uuid: '20f5edda-7746-48bc-9fed-b193c3c6666a',
  folder: 'cart-a1',
  address: 0x7f0000000000,
  port: 41_233,
  pid: 4_711,
  expected: 4,
  name: 'adds up',
  line: 11,
};

const sums = (run: Run): string => `  1) ${run.name}:

      AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

3 !== ${run.expected}

      + expected - actual

      -3
      +${run.expected}

      at Context.<anonymous> (file:///home/dev/shop/cart.test.js:${run.line}:10)
      at process.processImmediate (node:internal/timers:483:21)
`;
const places = (run: Run): string => `  2) places the order:
     Error: order ${run.uuid} is lost at 0x${run.address.toString(16)} (pid ${run.pid}), localhost:${run.port} had /tmp/${run.folder}/order.json
      at place (src/order.js:${run.line + 20}:5)
`;
const output = (run: Run, blocks = [sums(run), places(run)]): string =>
  `  1 passing (${run.ms}ms)\n  2 failing\n\n${blocks.join('\n')}\n`;

const sameness = (one: string, two: string): string =>
  compareFailures(signatureOf(one), signatureOf(two));

describe('failureSignature', () => {
  it('is the same whatever the duration, uuid, temporary folder, address, port and process id', () => {
    const volatile = fc.record({
      ms: fc.nat(100_000),
      uuid: fc.uuid(),
      folder: fc.stringMatching(/^[\w-]{1,20}$/),
      address: fc.integer({ min: 0x10000000, max: 0x7fffffffffff }),
      port: fc.integer({ min: 10_000, max: 65_535 }),
      pid: fc.integer({ min: 1, max: 4_194_304 }),
    });
    fc.assert(
      fc.property(volatile, (changes) => {
        assert.equal(sameness(output(FIRST), output({ ...FIRST, ...changes })), 'exact');
      }),
    );
  });

  it('is another one with another expected value, test name or count', () => {
    const first = output(FIRST);
    assert.equal(sameness(first, output({ ...FIRST, expected: 5 })), 'different');
    assert.equal(sameness(first, output({ ...FIRST, name: 'adds down' })), 'different');
    assert.equal(sameness(first, first.replace('2 failing', '3 failing')), 'different');
  });

  it('is another one with another time, duration, port or hash in the difference of values', () => {
    const text = (value: string): string =>
      `AssertionError: expected values to be equal\n\n- Expected\n+ Received\n\n- 1\n+ ${value}\n\n ❯ a.test.ts:5:3\n`;
    const pairs = [
      ['5 ms', '7 ms'],
      ['2026-11-22T10:00:00Z', '2026-11-22T10:00:01Z'],
      ['10:00:00', '10:00:01'],
      ['port 3000', 'port 4000'],
      ['a1b2c3d4e5f6', 'b1b2c3d4e5f6'],
    ] as const;
    for (const [one, two] of pairs) {
      assert.equal(sameness(text(one), text(two)), 'different', one);
      assert.match(signatureOf(text(one)).exactMessage, new RegExp(`^\\+ ${one}$`, 'm'));
    }
    assert.equal(sameness(text('/tmp/a1/x'), text('/tmp/b2/x')), 'exact');
    const logged = (ms: number): string => `AssertionError: no answer in ${ms} ms\n`;
    assert.equal(sameness(logged(5), logged(7)), 'exact');
  });

  it('differs in the exact tier alone when only lines of own files moved', () => {
    assert.equal(sameness(output(FIRST), output({ ...FIRST, line: 14 })), 'other lines');
  });

  it('does not care for lines of dependencies and of the runtime', () => {
    const at = (line: number): string =>
      `TypeError: x is not a function\n    at f (/home/dev/shop/node_modules/left-pad/index.js:${line}:1)\n    at g (src/a.js:1:1)\n    at node:internal/timers:${line}:1`;
    assert.equal(sameness(at(3), at(4)), 'exact');
  });

  it('keeps the lines of own files apart in any text', () => {
    assert.equal(sameness('see src/cart.ts:3', 'see src/cart.ts:4'), 'other lines');
    assert.equal(sameness('see /usr/lib/shop.py:3', 'see /usr/lib/shop.py:4'), 'exact');
    assert.equal(sameness('see src/cart.ts:3', 'see src/shop.ts:3'), 'different');
  });

  it('has a context of functions and files, without the runtime and without lines', () => {
    const at = (line: number, more: string): string =>
      signatureOf(`Error: lost\n    at place (src/order.js:${line}:5)\n${more}`).contextHash;
    assert.equal(at(3, ''), at(4, '    at node:internal/timers:483:21\n'));
    assert.notEqual(at(3, ''), at(3, '    at main (src/main.js:1:1)\n'));
  });

  it('does not care where an endless recursion broke off', () => {
    const deep = (name: string): string =>
      `RangeError: Maximum call stack size exceeded\n    at ${name} (src/tree.js:3:5)\n`;
    assert.equal(sameness(deep('left'), deep('right')), 'exact');
  });

  it('does not care what was printed behind a traceback', () => {
    const text = (printed: string): string =>
      `Traceback (most recent call last):\n  File "a.py", line 1, in f\n    x["a"]\nKeyError: 'a'\n${printed}`;
    assert.equal(sameness(text('placed order 1'), text('placed order 2')), 'exact');
  });

  it('does not care in which order tests printed', () => {
    const shuffled = output(FIRST, [places(FIRST), sums(FIRST)])
      .replace('2) places', '1) places')
      .replace('1) adds', '2) adds');
    assert.equal(sameness(output(FIRST), shuffled), 'exact');
    assert.equal(signatureOf(output(FIRST)).contextHash, signatureOf(shuffled).contextHash);
  });

  it('does not care what else was printed around a failure', () => {
    assert.equal(sameness(output(FIRST), `debug: total is 3\n${output(FIRST)}`), 'exact');
  });

  it('reads a traceback between whose lines the program printed', () => {
    const plain = `Traceback (most recent call last):
  File "/home/dev/shop/place.py", line 3, in <module>
    place(order)
  File "/home/dev/shop/place.py", line 9, in place
    raise LookupError(order)
LookupError: order 7`;
    const mixed = plain.replace(
      '    place(order)\n',
      'placing\nDEBUG: order 7\n    place(order)\n',
    );
    assert.equal(sameness(plain, mixed), 'exact');
    assert.equal(sameness(plain, plain.replace('order 7', 'order 8')), 'different');
  });

  it('tells two bare assertions of one script by the code that failed', () => {
    const bare = (line: number, code: string): string =>
      `Traceback (most recent call last):\n  File "check.py", line ${line}, in <module>\n    assert ${code}\nAssertionError`;
    assert.equal(sameness(bare(3, 'a == 1'), bare(9, 'a == 1')), 'other lines');
    assert.equal(sameness(bare(3, 'a == 1'), bare(3, 'b == 1')), 'different');
  });

  it('takes a listing of source code for no error', () => {
    const listing = `def total(prices):
    if not prices:
        raise ValueError("no prices")
    try:
        return sum(prices)
    except TypeError as error:
        # AssertionError is what the tests want
        throw new Error('never')`;
    const { errorType, location, exactMessage } = signatureOf(listing);
    assert.equal(location, undefined);
    assert.match(exactMessage, /never/, 'the end of the whole text');
    assert.notEqual(errorType, 'assertion');
  });

  it('takes the whole text and the end where no line names a failure', () => {
    assert.equal(sameness('the cart is red', 'the cart is red'), 'exact');
    assert.equal(sameness('the cart is red', 'the cart is blue'), 'different');
    const timedOut = signatureOf('the cart is red', { end: 'time limit of 10 s reached' });
    assert.equal(compareFailures(signatureOf('the cart is red'), timedOut), 'different');
    assert.equal(timedOut.errorType, 'timeout');
  });

  it('tells a program that was ended from one that ended, but not its own exit codes', () => {
    const ended = (end: string) => signatureOf(output(FIRST), { end });
    const first = ended('verification failed: exit code 1');
    assert.equal(compareFailures(first, ended('verification failed: exit code 2')), 'exact');
    for (const end of [
      'signal SIGKILL',
      'time limit of 10 s reached',
      'exit code 137',
      'exit code 124',
    ]) {
      assert.equal(compareFailures(first, ended(`verification failed: ${end}`)), 'different', end);
    }
  });

  it('is the same with and without a report that names what the lines name', () => {
    const cases: readonly (readonly [text: string, ...ids: string[]])[] = [
      [output(FIRST), 'adds up', 'test/cart.test.js › adds up'],
      ['  1) cart\n       adds up:\n     Error: lost\n', 'cart adds up', 'cart › adds up'],
      [
        'FAILED test/test_cart.py::test_sums - assert 1 == 2',
        'test/test_cart.py::test_sums',
        'test.test_cart › test_sums',
      ],
      [
        '--- FAIL: TestTotal/sums (0.00s)',
        'shop/cart TestTotal/sums',
        'shop/cart › TestTotal/sums',
      ],
      [
        '[ERROR] dev.shop.CartTest.sums  Time elapsed: 0.1 s  <<< FAILURE!',
        'dev.shop.CartTest.sums',
        'dev.shop.CartTest › sums',
      ],
    ];
    for (const [text, ...ids] of cases) {
      for (const id of ids) {
        const named = signatureOf(text, { failingTests: [id] });
        assert.equal(compareFailures(named, signatureOf(text)), 'exact', id);
      }
    }
  });

  it('takes ids that no line names into account, whoever wrote them', () => {
    const named = (id: string) => signatureOf('FAIL', { failingTests: [id] });
    const ids = ['cart › adds up', 'cart > adds up', 'cart::adds up', 'cart / adds up'];
    for (const id of ids) assert.equal(compareFailures(named(ids[0]!), named(id)), 'exact', id);
    assert.equal(compareFailures(named(ids[0]!), named('cart › adds down')), 'different');
  });

  it('knows the failing tests, sorted, each once, and tells failures by them', () => {
    const names = Array.from({ length: MAX_FAILING_TESTS + 5 }, (_, index) => `test ${index}`);
    const { failingTests } = signatureOf('', { failingTests: [...names, ...names] });
    assert.equal(failingTests.length, MAX_FAILING_TESTS);
    assert.deepEqual(failingTests, [...new Set(failingTests)].sort());
    const [one, two] = ['a', 'b'].map((name) => signatureOf('FAIL', { failingTests: [name] }));
    assert.equal(compareFailures(one!, two!), 'different');
  });

  it('names the innermost own frame', () => {
    const text = `TypeError: x is not a function
    at pad (/home/dev/shop/node_modules/left-pad/index.js:3:1)
    at label (/home/dev/shop/src/label.js:7:3)
    at print (/home/dev/shop/src/print.js:9:3)`;
    const expected = { file: 'src/label.js', line: 7, function: 'label' };
    assert.deepEqual(signatureOf(text).location, expected);
    assert.deepEqual(signatureOf('src/a.ts(3,5): error TS2304: Cannot find x.').location, {
      file: 'src/a.ts',
      line: 3,
    });
    assert.equal(signatureOf('Error: no stack').contextHash, '');
  });

  it('says the last of chained exceptions of Python', () => {
    const text = `Traceback (most recent call last):
  File "a.py", line 1, in f
    x["a"]
KeyError: 'a'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "a.py", line 3, in f
    raise ShopError("no a")
shop.ShopError: no a`;
    assert.equal(signatureOf(text).exactMessage, 'shop.ShopError: no a');
  });

  it('has a message that is masked, never empty and 500 characters at most', () => {
    assert.equal(signatureOf('').exactMessage, 'exit code 1');
    assert.notEqual(signatureOf('', { end: '' }).exactMessage, '');
    assert.equal(signatureOf(`Error: ${'long '.repeat(900)}`).exactMessage.length, 500);
    assert.equal(signatureOf('Error: no /tmp/a1').exactMessage, 'Error: no <tmp>');
  });

  it('takes a call with a number, and a value, for no place', () => {
    for (const [one, other] of [
      [
        'AssertionError: cart.add(3) should be refused',
        'AssertionError: cart.add(4) should be refused',
      ],
      ['Error: order.total:7 is wrong', 'Error: order.total:8 is wrong'],
    ] as const) {
      assert.equal(compareFailures(signatureOf(one), signatureOf(other)), 'different', one);
    }
    const at = (line: number): string =>
      `src/cart.ts:${line}:5 - error TS2304: Cannot find name 'x'.`;
    assert.equal(compareFailures(signatureOf(at(3)), signatureOf(at(9))), 'other lines');
  });

  it('says a failed assertion without what Node.js prints of it a second time', () => {
    const text = [
      'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
      '',
      '9.72 !== 9.73',
      '',
      '    at TestContext.<anonymous> (/home/dev/shop/test/cart.test.js:22:10) {',
      '  generatedMessage: true,',
      "  code: 'ERR_ASSERTION',",
      '  actual: 9.72,',
      '  expected: 9.73,',
      "  operator: 'strictEqual'",
      '}',
    ].join('\n');
    assert.equal(
      signatureOf(text).exactMessage,
      'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n9.72 !== 9.73',
    );
  });
});
