import type { IndependentOutput } from './independentOutput';

/** Outputs of the test runners of JavaScript, Go, Ruby and PHP. */
export const TEST_RUNNERS: readonly IndependentOutput[] = [
  {
    tool: 'jest',
    text: `FAIL src/cart.test.ts (5.021 s)
  cart
    ✓ is empty at first (2 ms)
    ✕ adds up (13 ms)
    ✕ pays by card

  ● cart › adds up

    expect(received).toBe(expected) // Object.is equality

    Expected: 7
    Received: 6

      10 |   it('adds up', () => {
    > 11 |     expect(total([1, 2, 3])).toBe(7);
         |                              ^
      12 |   });

      at Object.<anonymous> (src/cart.test.ts:11:30)

  ● cart › pays by card

    TypeError: Cannot read properties of undefined (reading 'number')

      at pay (src/pay.ts:4:15)
      at Object.<anonymous> (src/cart.test.ts:15:5)

Test Suites: 1 failed, 3 passed, 4 total
Tests:       2 failed, 8 passed, 10 total
Snapshots:   0 total
Time:        6.2 s, estimated 7 s
Ran all test suites.
`,
    reworded: [
      ['(5.021 s)', '(12.9 s)'],
      ['(13 ms)', '(4 ms)'],
      ['adds up (4 ms)', 'adds up'],
      ['6.2 s, estimated 7 s', '1.9 s'],
      [':11:30', ':14:30'],
      ['> 11 |', '> 14 |'],
      [':4:15', ':9:15'],
    ],
    others: [
      ['Expected: 7', 'Expected: 8'],
      ['Received: 6', 'Received: -6'],
      ['Received: 6', 'Received: "6"'],
      ['Received: 6', 'Received: null'],
      ["'number'", "'cvc'"],
      ['adds up', 'adds all up'],
      ['2 failed, 8 passed', '1 failed, 9 passed'],
      ['at pay (src/pay.ts', 'at charge (src/pay.ts'],
      ['src/pay.ts', 'src/card.ts'],
      ['toBe(expected) // Object.is equality', 'toEqual(expected) // deep equality'],
    ],
  },
  {
    tool: 'vitest',
    text: ` RUN  v1.6.0 /home/ann/shop

 ❯ src/cart.test.ts  (2 tests | 1 failed) 8ms
   ❯ src/cart.test.ts > cart > adds up
     → expected 6 to be 7 // Object.is equality

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  src/cart.test.ts > cart > adds up
AssertionError: expected 6 to be 7 // Object.is equality

- Expected
+ Received

- 7
+ 6

 ❯ src/cart.test.ts:6:29
      4|
      5|   it('adds up', () => {
      6|     expect(total([1, 2, 3])).toBe(7);
       |                             ^

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯

 Test Files  1 failed (1)
      Tests  1 failed | 1 passed (2)
   Start at  17:42:11
   Duration  312ms (transform 31ms, setup 0ms, collect 24ms, tests 8ms)
`,
    reworded: [
      ['/home/ann/shop', '/srv/builds/shop-7'],
      ['17:42:11', '09:03:59'],
      [
        '312ms (transform 31ms, setup 0ms, collect 24ms, tests 8ms)',
        '1.27s (transform 45ms, setup 1ms, collect 66ms, tests 12ms)',
      ],
      ['test.ts:6:29', 'test.ts:9:29'],
    ],
    others: [
      ['expected 6 to be 7', 'expected 6 to be 8'],
      ['- 7', '- 8'],
      ['> adds up', '> adds all up'],
      ['src/cart.test.ts', 'src/order.test.ts'],
      ['1 failed | 1 passed (2)', '1 failed | 2 passed (3)'],
    ],
  },
  {
    tool: 'go test',
    text: `--- FAIL: TestTotal (0.00s)
    cart_test.go:10: Total([1 2 3]) = 6, want 7
--- FAIL: TestTake (0.01s)
panic: runtime error: index out of range [3] with length 3 [recovered]
	panic: runtime error: index out of range [3] with length 3

goroutine 21 [running]:
testing.tRunner.func1.2({0x5127e0, 0xc00001a0f0})
	/usr/local/go/src/testing/testing.go:1545 +0x238
example.com/shop/cart.Take(...)
	/home/ann/shop/cart/cart.go:14
example.com/shop/cart.TestTake(0xc0000a6820?)
	/home/ann/shop/cart/cart_test.go:16 +0x1d
FAIL	example.com/shop/cart	0.006s
FAIL
`,
    reworded: [
      ['(0.01s)', '(1.37s)'],
      ['goroutine 21', 'goroutine 7'],
      ['{0x5127e0, 0xc00001a0f0}', '{0x512800, 0xc000120018}'],
      ['0xc0000a6820', '0xc000192000'],
      ['0.006s', '1.412s'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
      ['cart.go:14', 'cart.go:18'],
      ['cart_test.go:10', 'cart_test.go:12'],
    ],
    others: [
      ['want 7', 'want 8'],
      ['= 6,', '= 5,'],
      ['[3] with length 3', '[4] with length 3'],
      ['TestTake', 'TestTakes'],
      ['index out of range [3] with length 3', 'invalid memory address or nil pointer dereference'],
    ],
  },
  {
    tool: 'RSpec',
    text: `Randomized with seed 40123

Cart
  adds up (FAILED - 1)

Failures:

  1) Cart adds up
     Failure/Error: expect(cart.total).to eq(7)

       expected: 7
            got: 6

       (compared using ==)
     # ./spec/cart_spec.rb:6:in \`block (2 levels) in <top (required)>'

Finished in 0.01312 seconds (files took 0.08911 seconds to load)
3 examples, 1 failure

Failed examples:

rspec ./spec/cart_spec.rb:5 # Cart adds up

Randomized with seed 40123
`,
    reworded: [
      ['40123', '9'],
      ['0.01312 seconds', '1.2 seconds'],
      ['0.08911', '0.5'],
      ['spec.rb:6', 'spec.rb:8'],
      ['spec.rb:5', 'spec.rb:7'],
    ],
    others: [
      ['expected: 7', 'expected: 8'],
      ['got: 6', 'got: nil'],
      ['Cart adds up', 'Cart adds all up'],
      ['1 failure', '2 failures'],
      ['eq(7)', 'eql(7)'],
    ],
  },
  {
    tool: 'PHPUnit',
    text: `PHPUnit 10.5.9 by Sebastian Bergmann and contributors.

Runtime:       PHP 8.2.15
Random Seed:   1700321

..F.                                                                4 / 4 (100%)

Time: 00:00.014, Memory: 8.00 MB

There was 1 failure:

1) CartTest::testTotal
Failed asserting that 6 matches expected 7.

/home/ann/shop/tests/CartTest.php:12

FAILURES!
Tests: 4, Assertions: 4, Failures: 1.
`,
    reworded: [
      ['1700321', '1700999'],
      ['..F.', 'F...'],
      ['00:00.014, Memory: 8.00 MB', '00:01.733, Memory: 10.00 MB'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
      ['CartTest.php:12', 'CartTest.php:15'],
    ],
    others: [
      ['expected 7', 'expected 8'],
      ['that 6', "that '6'"],
      ['testTotal', 'testTotals'],
      ['Failures: 1', 'Failures: 2'],
      ['6 matches expected 7', 'null is not null'],
    ],
  },
];
