import assert from 'node:assert/strict';
import type { ErrorType } from '../../../../../src/model/failure/failure';
import { signatureOf } from './signatureOf';

const TABLE: readonly (readonly [text: string, expected: ErrorType])[] = [
  ['SyntaxError: Unexpected token }', 'syntax'],
  ['a.py:3: error: invalid syntax', 'syntax'],
  ["cart.c:4:15: error: expected ';' before '}' token", 'syntax'],
  ["TypeError: Cannot read properties of undefined (reading 'x')", 'type'],
  ["src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.", 'type'],
  ['error[E0308]: mismatched types', 'type'],
  ['./cart.go:5:2: undefined: prise', 'type'],
  ['A.java:6: error: cannot find symbol', 'type'],
  ["cart.rb:3:in 'total': undefined method 'sum' (NoMethodError)", 'type'],
  ['AssertionError [ERR_ASSERTION]: 3 == 4', 'assertion'],
  ['E       assert 3 == 4', 'assertion'],
  ['org.opentest4j.AssertionFailedError: expected: <4> but was: <3>', 'assertion'],
  ["thread 'main' panicked at src/lib.rs:3:5:\nassertion `left == right` failed", 'assertion'],
  ['--- FAIL: TestTotal (0.00s)\n    cart_test.go:12: got 3, want 4', 'assertion'],
  ['AssertionError: expected 401 to equal 200', 'assertion'],
  ['AssertionError: expected "timeout" to equal "done"', 'assertion'],
  ['not ok 1 - adds up', 'assertion'],
  ["cart: cart.c:12: main: Assertion `x == 4' failed.\nAborted (core dumped)", 'assertion'],
  ['Assertion failed: (x == 4), function main, file cart.c, line 12.', 'assertion'],
  [
    '/home/dev/shop/CartTests.swift:8: error: -[ShopTests.CartTests testAdds] : XCTAssertEqual failed: ("6") is not equal to ("7")',
    'assertion',
  ],
  [
    '  1) test adds up (CartTest)\n     test/cart_test.exs:4\n     Assertion with == failed\n     code:  assert total() == 7\n     left:  6\n     right: 7\n',
    'assertion',
  ],
  ['- adds up *** FAILED ***', 'assertion'],
  ['==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010', 'runtime'],
  ['cart.c:4:7: runtime error: signed integer overflow', 'runtime'],
  ['==4711==ERROR: LeakSanitizer: detected memory leaks', 'runtime'],
  ['make: *** [Makefile:3: test] Segmentation fault', 'runtime'],
  ['error: process ended by SIGSEGV: invalid memory reference', 'runtime'],
  ['Fatal Python error: Segmentation fault', 'runtime'],
  ["KeyError: 'a'", 'runtime'],
  ['panic: runtime error: index out of range [3] with length 2', 'runtime'],
  ["Error: ENOENT: no such file or directory, open 'a.json'", 'runtime'],
  ['Error: Timeout of 2000ms exceeded.', 'timeout'],
  ['TimeoutError: waiting for selector', 'timeout'],
  ["ModuleNotFoundError: No module named 'shop'", 'dependency'],
  ["Error: Cannot find module './cart'", 'dependency'],
  ['error[E0432]: unresolved import `shop`', 'dependency'],
  ['ERROR: No matching distribution found for shop==9', 'dependency'],
  ['npm error code ERESOLVE', 'dependency'],
  ['Error: getaddrinfo ENOTFOUND registry.example', 'network'],
  ['curl: (6) Could not resolve host: example.com', 'network'],
  ['Error: connect ECONNREFUSED 127.0.0.1:5432', 'network'],
  ['Error: 503 Service Unavailable', 'outage'],
  ['Error: 401 Unauthorized', 'authentication'],
  ['fatal: Authentication failed for the remote', 'authentication'],
  ['Error: 429 Too Many Requests', 'rate_limit'],
  ["Error: EACCES: permission denied, open '/etc/shop'", 'permission'],
  ["PermissionError: [Errno 13] Permission denied: 'shop'", 'permission'],
  ['FATAL ERROR: Reached heap limit - JavaScript heap out of memory', 'out_of_memory'],
  ['java.lang.OutOfMemoryError: Java heap space', 'out_of_memory'],
  ['OSError: [Errno 28] No space left on device', 'disk_full'],
  ['sh: 1: pytset: not found', 'missing_tool'],
  ['bash: line 1: cargo: command not found', 'missing_tool'],
  ['nothing to see', 'unknown'],
];

describe('errorType', () => {
  for (const [text, expected] of TABLE) {
    it(`${JSON.stringify(text)} is ${expected}`, () => {
      assert.equal(signatureOf(text).errorType, expected);
    });
  }
});
