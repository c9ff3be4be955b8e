import type { UnrelatedFailure } from './pairs';

/** Hard ones first of all: the same tool, often the same type of error, another cause. */
export const TUNED_UNRELATED: readonly UnrelatedFailure[] = [
  {
    kind: 'tsc: another code',
    output: `src/cart/view.tsx(12,18): error TS2554: Expected 2 arguments, but got 1.`,
  },
  {
    kind: 'tsc: a statement is not closed',
    output: `src/cart/view.tsx(40,1): error TS1005: '}' expected.`,
  },
  {
    kind: 'tsc: not all paths return',
    output: `src/orders/list.ts(8,33): error TS7030: Not all code paths return a value.`,
  },
  {
    kind: 'tsc: unused',
    output: `src/orders/list.ts(2,10): error TS6133: 'format' is declared but its value is never read.`,
  },
  {
    kind: 'eslint: another rule',
    output: `
/home/dev/shop/src/jobs/nightly.ts
  17:3  error  'retry' is assigned a value but never used  @typescript-eslint/no-unused-vars

✖ 1 problem (1 error, 0 warnings)`,
  },
  {
    kind: 'eslint: a missing dependency of a hook',
    output: `
/home/dev/shop/src/ui/Basket.tsx
  31:6  error  React Hook useEffect has a missing dependency: 'items'. Either include it or remove the dependency array  react-hooks/exhaustive-deps

✖ 1 problem (1 error, 0 warnings)`,
  },
  {
    kind: 'jest: an assertion with other values',
    output: `FAIL src/cart.test.js
  ● cart › adds up

    expect(received).toBe(expected) // Object.is equality

    Expected: 42
    Received: 40

      at Object.<anonymous> (src/cart.test.js:9:21)`,
  },
  {
    kind: 'jest: a null',
    output: `FAIL src/banner.test.ts
  ● banner › shows the sale

    TypeError: Cannot read properties of null (reading 'textContent')

      at mount (src/banner.ts:9:3)`,
  },
  {
    kind: 'jest: a test suite without tests',
    output: `FAIL src/banner.test.ts
  ● Test suite failed to run

    Your test suite must contain at least one test.

      at onResult (node_modules/@jest/core/build/TestScheduler.js:133:18)`,
  },
  {
    kind: 'vitest: an assertion',
    output: ` FAIL  src/mailer.test.ts > mailer > greets
AssertionError: expected 'Hello Bob' to be 'Hello Ann' // Object.is equality
 ❯ src/mailer.test.ts:12:20`,
  },
  {
    kind: 'mocha: an assertion',
    output: `  1) upload
       counts the files:

      AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

3 !== 4

      at Context.<anonymous> (test/upload.js:30:12)`,
  },
  {
    kind: 'node: a file is missing',
    output: `Error: ENOENT: no such file or directory, open '/home/dev/shop/data/prices.json'
    at Object.openSync (node:fs:573:18)
    at load (/home/dev/shop/src/prices.js:4:12)`,
  },
  {
    kind: 'node: JSON is cut off',
    output: `SyntaxError: Unexpected end of JSON input
    at JSON.parse (<anonymous>)
    at read (/home/dev/shop/src/store.js:8:15)`,
  },
  {
    kind: 'node: nobody listens',
    output: `Error: connect ECONNREFUSED 127.0.0.1:6379
    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16)`,
  },
  {
    kind: 'pytest: an assertion',
    output: `    def test_total():
>       assert total([1, 2]) == 4
E       assert 3 == 4
E        +  where 3 = total([1, 2])

tests/test_cart.py:9: AssertionError
=========================== short test summary info ============================
FAILED tests/test_cart.py::test_total - assert 3 == 4`,
  },
  {
    kind: 'python: a key is missing',
    output: `    def test_user():
>       assert user['name']
E       KeyError: 'name'

tests/test_user.py:5: KeyError
=========================== short test summary info ============================
FAILED tests/test_user.py::test_user - KeyError: 'name'`,
  },
  {
    kind: 'python: an argument too many',
    output: `    def test_send():
>       send('a', 'b', 'c')
E       TypeError: send() takes 2 positional arguments but 3 were given

tests/test_send.py:6: TypeError
FAILED tests/test_send.py::test_send - TypeError: send() takes 2 positional arguments but 3 were given`,
  },
  {
    kind: 'mypy: another code',
    output: `app/orders.py:18: error: Argument 1 to "ship" has incompatible type "str"; expected "int"  [arg-type]
Found 1 error in 1 file (checked 12 source files)`,
  },
  {
    kind: 'go: undefined',
    output: `# example.com/shop/cart
cart/cart.go:31:12: undefined: priceOf
FAIL	example.com/shop/cart [build failed]`,
  },
  {
    kind: 'go: a comparison',
    output: `--- FAIL: TestTotal (0.00s)
    cart_test.go:14: Total() = 41, want 42
FAIL
FAIL	example.com/shop/cart	0.003s`,
  },
  {
    kind: 'go: a nil pointer',
    output: `--- FAIL: TestIndex (0.00s)
panic: runtime error: invalid memory address or nil pointer dereference [recovered]

goroutine 7 [running]:
example.com/shop/search.(*Index).Get(...)
	/home/dev/shop/search/index.go:27
FAIL	example.com/shop/search	0.004s`,
  },
  {
    kind: 'rustc: moved',
    output: `error[E0382]: borrow of moved value: \`cart\`
  --> src/cart.rs:50:9
   |
48 |     take(cart);
   |          ---- value moved here
50 |     cart.total();
   |     ^^^^ value borrowed here after move

error: could not compile \`shop\` (lib) due to 1 previous error`,
  },
  {
    kind: 'rustc: mismatched types',
    output: `error[E0308]: mismatched types
  --> src/api.rs:12:10
   |
12 |     Ok(5)
   |        ^ expected \`String\`, found integer

error: could not compile \`shop\` (lib) due to 1 previous error`,
  },
  {
    kind: 'javac: a symbol is not found',
    output: `src/main/java/shop/Export.java:18: error: cannot find symbol
        writer.wrte(line);
              ^
  symbol:   method wrte(String)
  location: variable writer of type Writer
1 error`,
  },
  {
    kind: 'java: null',
    output: `java.lang.NullPointerException: Cannot invoke "shop.Cart.total()" because "cart" is null
	at shop.CartController.show(CartController.java:41)`,
  },
  {
    kind: 'gradle: a test failed',
    output: `CartTest > total() FAILED
    org.opentest4j.AssertionFailedError: expected: <42> but was: <41>
        at shop.CartTest.total(CartTest.java:18)

1 test completed, 1 failed

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':test'.
> There were failing tests. See the report at: file:///home/dev/shop/build/reports/tests/test/index.html`,
  },
  {
    kind: 'gcc: not declared',
    output: `src/codec.c:30:5: error: implicit declaration of function 'inflate_all' [-Wimplicit-function-declaration]
make: *** [Makefile:14: codec.o] Error 1`,
  },
  {
    kind: 'dotnet: a conversion',
    output: `/home/dev/shop/src/Cart.cs(14,16): error CS0029: Cannot implicitly convert type 'string' to 'int' [/home/dev/shop/src/Shop.csproj]

Build FAILED.`,
  },
  {
    kind: 'docker: a step fails',
    output: `ERROR: failed to solve: process "/bin/sh -c npm run build" did not complete successfully: exit code: 1`,
  },
  {
    kind: 'npm: a script is missing',
    output: `npm error Missing script: "build"
npm error
npm error To see a list of scripts, run:
npm error   npm run`,
  },
  {
    kind: 'pip: no such version',
    output: `ERROR: Could not find a version that satisfies the requirement flask==99.0 (from versions: 2.0, 3.0)
ERROR: No matching distribution found for flask==99.0`,
  },
  {
    kind: 'webpack: a loader is missing',
    output: `ERROR in ./src/app.css 1:0
Module parse failed: Unexpected character '@' (1:0)
You may need an appropriate loader to handle this file type, currently no loaders are configured to process this file.`,
  },
  {
    kind: 'git: a conflict',
    output: `error: Your local changes to the following files would be overwritten by merge:
	src/cart.ts
Please commit your changes or stash them before you merge.
Aborting`,
  },
  {
    kind: 'postgres: a syntax error',
    output: `error: syntax error at or near "FORM"
    at Parser.parseErrorMessage (/home/dev/shop/node_modules/pg-protocol/dist/parser.js:287:98)
  code: '42601',`,
  },
  {
    kind: 'postgres: a value is null',
    output: `error: null value in column "email" of relation "users" violates not-null constraint
    at Parser.parseErrorMessage (/home/dev/shop/node_modules/pg-protocol/dist/parser.js:287:98)
  code: '23502',`,
  },
  {
    kind: 'sqlite: a table is missing',
    output: `sqlite3.OperationalError: no such table: orders
  File "/home/dev/shop/app/db.py", line 12, in write`,
  },
  {
    kind: 'kubectl: a name is wrong',
    output: `Error from server (NotFound): deployments.apps "shop" not found`,
  },
  {
    kind: 'terraform: a reference',
    output: `Error: Reference to undeclared resource

  on main.tf line 14, in output "address":
  14:   value = aws_instance.web.public_ip

A managed resource "aws_instance" "web" has not been declared in the root module.`,
  },
  {
    kind: 'playwright: nothing is there',
    output: `Error: Timed out 5000ms waiting for expect(locator).toBeVisible()

Locator: getByText('Thank you')
Expected: visible
Received: <element(s) not found>

    at /home/dev/shop/e2e/cart.spec.ts:22:41`,
  },
  { kind: 'nothing but an end', output: `make: *** [Makefile:9: test] Error 1` },
];
