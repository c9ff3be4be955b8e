import type { IndependentOutput } from './independentOutput';

/** Outputs of the test runners of compiled languages and of browsers. */
export const OTHER_RUNNERS: readonly IndependentOutput[] = [
  {
    tool: 'dotnet test',
    text: `  Determining projects to restore...
  All projects are up-to-date for restore.
  Shop -> /home/ann/shop/bin/Debug/net8.0/Shop.dll
Test run for /home/ann/shop/bin/Debug/net8.0/Shop.Tests.dll (.NETCoreApp,Version=v8.0)
Starting test execution, please wait...
A total of 1 test files matched the specified pattern.
[xUnit.net 00:00:00.52]     Shop.Tests.CartTests.AddsUp [FAIL]
  Failed Shop.Tests.CartTests.AddsUp [4 ms]
  Error Message:
   Assert.Equal() Failure: Values differ
Expected: 7
Actual:   6
  Stack Trace:
     at Shop.Tests.CartTests.AddsUp() in /home/ann/shop/Tests/CartTests.cs:line 11

Failed!  - Failed:     1, Passed:     3, Skipped:     0, Total:     4, Duration: 21 ms - Shop.Tests.dll (net8.0)
`,
    reworded: [
      ['00:00:00.52', '00:00:01.30'],
      ['[4 ms]', '[9 ms]'],
      ['21 ms', '35 ms'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
      ['cs:line 11', 'cs:line 14'],
    ],
    others: [
      ['Expected: 7', 'Expected: 8'],
      ['Actual:   6', 'Actual:   null'],
      ['AddsUp', 'AddsAllUp'],
      ['Failed:     1, Passed:     3', 'Failed:     2, Passed:     2'],
    ],
  },
  {
    tool: 'Gradle with JUnit',
    text: `> Task :compileJava UP-TO-DATE
> Task :test FAILED

CartTest > addsUp() FAILED
    org.opentest4j.AssertionFailedError: expected: <7> but was: <6>
        at app//org.junit.jupiter.api.AssertEquals.failNotEqual(AssertEquals.java:197)
        at app//com.shop.CartTest.addsUp(CartTest.java:11)

4 tests completed, 1 failed

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':test'.
> There were failing tests. See the report at: file:///home/ann/shop/build/reports/tests/test/index.html

BUILD FAILED in 3s
3 actionable tasks: 2 executed, 1 up-to-date
`,
    reworded: [
      ['> Task :compileJava UP-TO-DATE', '> Task :compileJava'],
      ['in 3s', 'in 1m 12s'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
      ['CartTest.java:11', 'CartTest.java:15'],
    ],
    others: [
      ['<7>', '<8>'],
      ['<6>', '<null>'],
      ['addsUp', 'addsAllUp'],
      ['1 failed', '2 failed'],
    ],
  },
  {
    tool: 'Maven Surefire',
    text: `[INFO] Running com.shop.CartTest
[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.051 s <<< FAILURE! -- in com.shop.CartTest
[ERROR] com.shop.CartTest.addsUp -- Time elapsed: 0.012 s <<< FAILURE!
java.lang.AssertionError: expected:<7> but was:<6>
	at org.junit.Assert.fail(Assert.java:89)
	at com.shop.CartTest.addsUp(CartTest.java:11)

[ERROR] Failures:
[ERROR]   CartTest.addsUp:11 expected:<7> but was:<6>
[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0
[INFO] BUILD FAILURE
[INFO] Total time:  2.841 s
[INFO] Finished at: 2026-11-22T02:10:11Z
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test) on project shop: There are test failures.
[ERROR] Please refer to /home/ann/shop/target/surefire-reports for the individual test results.
`,
    reworded: [
      ['0.051 s', '1.4 s'],
      ['0.012 s', '0.3 s'],
      ['2.841 s', '01:03 min'],
      ['2026-11-22T02:10:11Z', '2026-11-23T12:44:01+01:00'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
      ['CartTest.java:11', 'CartTest.java:13'],
      ['addsUp:11', 'addsUp:13'],
    ],
    others: [
      ['but was:<6>', 'but was:<5>'],
      ['addsUp', 'addsAllUp'],
      ['Failures: 1', 'Failures: 2'],
      ['java.lang.AssertionError', 'org.junit.ComparisonFailure'],
    ],
  },
  {
    tool: 'XCTest',
    text: `Test Suite 'CartTests' started at 2026-11-22 02:10:11.123
Test Case '-[ShopTests.CartTests testTotal]' started.
/home/ann/shop/Tests/ShopTests/CartTests.swift:9: error: -[ShopTests.CartTests testTotal] : XCTAssertEqual failed: ("6") is not equal to ("7")
Test Case '-[ShopTests.CartTests testTotal]' failed (0.004 seconds).
Test Suite 'CartTests' failed at 2026-11-22 02:10:11.130.
	 Executed 2 tests, with 1 failure (0 unexpected) in 0.005 (0.007) seconds
`,
    reworded: [
      ['02:10:11.123', '03:44:00.001'],
      ['02:10:11.130', '03:44:00.009'],
      ['0.004 seconds', '0.1 seconds'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
      ['CartTests.swift:9', 'CartTests.swift:12'],
    ],
    others: [
      ['("7")', '("8")'],
      ['testTotal', 'testTotals'],
      ['1 failure', '2 failures'],
    ],
  },
  {
    tool: 'GoogleTest',
    text: `[==========] Running 2 tests from 1 test suite.
[ RUN      ] Cart.AddsUp
/home/ann/shop/cart_test.cc:8: Failure
Expected equality of these values:
  total({1, 2, 3})
    Which is: 6
  7
[  FAILED  ] Cart.AddsUp (0 ms)
[==========] 2 tests from 1 test suite ran. (1 ms total)
[  PASSED  ] 1 test.
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Cart.AddsUp

 1 FAILED TEST
`,
    reworded: [
      ['(0 ms)', '(31 ms)'],
      ['(1 ms total)', '(40 ms total)'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
      ['test.cc:8', 'test.cc:10'],
    ],
    others: [
      ['Which is: 6', 'Which is: 5'],
      ['\n  7\n', '\n  8\n'],
      ['Cart.AddsUp', 'Cart.AddsAllUp'],
    ],
  },
  {
    tool: 'Playwright',
    text: `Running 2 tests using 2 workers

  ✘  1 [chromium] › tests/cart.spec.ts:5:1 › pays (6.2s)
  ✓  2 [chromium] › tests/cart.spec.ts:15:1 › opens (1.1s)

  1) [chromium] › tests/cart.spec.ts:5:1 › pays ─────────────────

    Error: expect(locator).toHaveText(expected)

    Locator: getByTestId('total')
    Expected string: "7 EUR"
    Received string: "6 EUR"
    Call log:
      - expect.toHaveText with timeout 5000ms
      - waiting for getByTestId('total')
      -   9 × locator resolved to <b data-testid="total">6 EUR</b>

      at /home/ann/shop/tests/cart.spec.ts:9:45

  1 failed
    [chromium] › tests/cart.spec.ts:5:1 › pays ─────────────────
  1 passed (7.9s)
`,
    reworded: [
      ['(6.2s)', '(5.8s)'],
      ['(1.1s)', '(900ms)'],
      ['(7.9s)', '(12.3s)'],
      ['/home/ann/shop', '/srv/builds/shop-7'],
      [':9:45', ':11:45'],
      [':5:1', ':7:1'],
    ],
    others: [
      ['Expected string: "7 EUR"', 'Expected string: "8 EUR"'],
      ['Received string: "6 EUR"', 'Received string: "6 USD"'],
      ["getByTestId('total')", "getByTestId('sum')"],
      ['› pays', '› pays twice'],
      ['[chromium]', '[firefox]'],
    ],
  },
  {
    tool: 'ExUnit',
    text: `  1) test adds up (CartTest)
     test/cart_test.exs:5
     Assertion with == failed
     code:  assert Cart.total([1, 2, 3]) == 7
     left:  6
     right: 7
     stacktrace:
       test/cart_test.exs:6: (test)

Finished in 0.03 seconds (0.00s async, 0.03s sync)
2 tests, 1 failure

Randomized with seed 602711
`,
    reworded: [
      ['0.03 seconds (0.00s async, 0.03s sync)', '1.1 seconds (1.0s async, 0.1s sync)'],
      ['602711', '5'],
      ['exs:5', 'exs:9'],
      ['exs:6', 'exs:10'],
    ],
    others: [
      ['right: 7', 'right: 8'],
      ['left:  6', 'left:  nil'],
      ['adds up', 'adds all up'],
      ['1 failure', '2 failures'],
    ],
  },
  {
    tool: 'cargo nextest',
    text: `        FAIL [   0.005s] shop tests::adds_up

--- STDERR:              shop tests::adds_up ---
thread 'tests::adds_up' panicked at src/lib.rs:8:9:
assertion \`left == right\` failed
  left: 6
 right: 7

     Summary [   0.006s] 2 tests run: 1 passed, 1 failed, 0 skipped
`,
    reworded: [
      ['0.005s', '1.105s'],
      ['0.006s', '1.200s'],
      ['rs:8:9', 'rs:11:9'],
    ],
    others: [
      ['right: 7', 'right: 8'],
      ['adds_up', 'adds_all_up'],
      ['1 passed, 1 failed', '0 passed, 2 failed'],
    ],
  },
];
