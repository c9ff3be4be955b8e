import type { UnrelatedFailure } from './pairs';

/** Written when the method had been settled, and nothing was tuned to them. */
export const UNTOUCHED_UNRELATED: readonly UnrelatedFailure[] = [
  {
    kind: 'tsc: an argument of another type',
    output: `src/cart/add.ts(9,10): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.`,
  },
  {
    kind: 'tsc: an excess property',
    output: `src/mail/send.ts(20,5): error TS2353: Object literal may only specify known properties, and 'bcc' does not exist in type 'Mail'.`,
  },
  {
    kind: 'tsc: a duplicate identifier',
    output: `src/store/memory.ts(6,14): error TS2300: Duplicate identifier 'MemoryStore'.`,
  },
  {
    kind: 'tsc: await outside of async',
    output: `src/index.ts(12,5): error TS1308: 'await' expressions are only allowed within async functions and at the top levels of modules.`,
  },
  {
    kind: 'eslint: unsafe any',
    output: `
/home/dev/shop/src/http/close.ts
  4:5  error  Unsafe member access .status on an \`any\` value  @typescript-eslint/no-unsafe-member-access

✖ 1 problem (1 error, 0 warnings)`,
  },
  {
    kind: 'eslint: a parsing error',
    output: `
/home/dev/shop/src/app.ts
  14:9  error  Parsing error: ';' expected

✖ 1 problem (1 error, 0 warnings)`,
  },
  {
    kind: 'jest: a snapshot',
    output: `FAIL src/ui/Cart.test.tsx
  ● Cart › renders

    expect(received).toMatchSnapshot()

    Snapshot name: \`Cart renders 1\`

    - Snapshot  - 1
    + Received  + 1

      at Object.<anonymous> (src/ui/Cart.test.tsx:12:20)`,
  },
  {
    kind: 'jest: a mock was not called',
    output: `FAIL test/mail/queue.test.ts
  ● queue › sends

    expect(jest.fn()).toHaveBeenCalledTimes(expected)

    Expected number of calls: 1
    Received number of calls: 0

      at Object.<anonymous> (test/mail/queue.test.ts:18:22)`,
  },
  {
    kind: 'jest: nothing with that role',
    output: `FAIL src/ui/Cart.test.tsx
  ● Cart › shows a button

    TestingLibraryElementError: Unable to find an accessible element with the role "button" and name "Pay"

      at Object.getElementError (node_modules/@testing-library/dom/dist/config.js:37:19)`,
  },
  {
    kind: 'vitest: a deep comparison',
    output: ` FAIL  test/payment.spec.ts > payment > charges
AssertionError: expected { amount: 10 } to deeply equal { amount: 12 }
 ❯ test/payment.spec.ts:30:18`,
  },
  {
    kind: 'mocha: a time-out',
    output: `  1) cart
       saves:
     Error: Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves. (/home/dev/shop/test/cart.js)
      at listOnTimeout (node:internal/timers:581:17)`,
  },
  {
    kind: 'node: not a function',
    output: `TypeError: cart.total is not a function
    at Object.<anonymous> (/home/dev/shop/src/main.js:4:6)`,
  },
  {
    kind: 'node: permission',
    output: `Error: EACCES: permission denied, open '/home/dev/shop/data/prices.json'
    at Object.openSync (node:fs:573:18)`,
  },
  {
    kind: 'node: too many open files',
    output: `Error: EMFILE: too many open files, watch '/home/dev/shop/src'
    at FSWatcher.<computed> (node:internal/fs/watchers:247:19)`,
  },
  {
    kind: 'node: assigning to a constant',
    output: `TypeError: Assignment to constant variable.
    at bump (/home/dev/shop/src/count.js:5:9)`,
  },
  {
    kind: 'pytest: an exception was not raised',
    output: `    def test_rejects():
>       with pytest.raises(ValueError):
E       Failed: DID NOT RAISE <class 'ValueError'>

tests/test_cart.py:20: Failed
FAILED tests/test_cart.py::test_rejects - Failed: DID NOT RAISE <class 'ValueError'>`,
  },
  {
    kind: 'python: an attribute',
    output: `app/orders.py:18: in ship
    order.shp()
E   AttributeError: 'Order' object has no attribute 'shp'

FAILED tests/test_orders.py::test_ship - AttributeError: 'Order' object has no attribute 'shp'`,
  },
  {
    kind: 'python: division by zero',
    output: `app/stats.py:7: in mean
    return total / count
E   ZeroDivisionError: division by zero

FAILED tests/test_stats.py::test_mean - ZeroDivisionError: division by zero`,
  },
  {
    kind: 'python: an encoding',
    output: `UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 in position 12: invalid continuation byte
  File "/home/dev/shop/app/load.py", line 9, in load`,
  },
  {
    kind: 'mypy: a return type',
    output: `crm/contacts/find.py:70: error: Missing return statement  [return]
Found 1 error in 1 file (checked 48 source files)`,
  },
  {
    kind: 'go: a wrong type',
    output: `# example.com/shop/cart
cart/cart.go:31:12: cannot use "abc" (untyped string constant) as int value in assignment
FAIL	example.com/shop/cart [build failed]`,
  },
  {
    kind: 'go: an index out of range',
    output: `--- FAIL: TestFirst (0.00s)
panic: runtime error: index out of range [0] with length 0 [recovered]

goroutine 7 [running]:
example.com/shop/cart.First(...)
	/home/dev/shop/cart/first.go:9
FAIL	example.com/shop/cart	0.004s`,
  },
  {
    kind: 'go vet: a format',
    output: `# example.com/shop/cart
cart/cart.go:40:2: fmt.Printf format %d has arg name of wrong type string`,
  },
  {
    kind: 'rustc: an unresolved import',
    output: `error[E0432]: unresolved import \`crate::price\`
 --> src/cart.rs:1:5
  |
1 | use crate::price::Price;
  |     ^^^^^^^^^^^^ could not find \`price\` in the crate root

error: could not compile \`shop\` (lib) due to 1 previous error`,
  },
  {
    kind: 'rust: a test panics',
    output: `---- cart::tests::adds stdout ----
thread 'cart::tests::adds' panicked at src/cart.rs:80:9:
assertion \`left == right\` failed
  left: 3
 right: 4
test result: FAILED. 4 passed; 1 failed; 0 ignored`,
  },
  {
    kind: 'javac: incompatible types',
    output: `src/main/java/shop/Api.java:30: error: incompatible types: String cannot be converted to int
        int count = name;
                    ^
1 error`,
  },
  {
    kind: 'java: a class is not found',
    output: `java.lang.ClassNotFoundException: org.postgresql.Driver
	at java.base/jdk.internal.loader.BuiltinClassLoader.loadClass(BuiltinClassLoader.java:641)
	at shop.Db.open(Db.java:14)`,
  },
  {
    kind: 'clang: a leak',
    output: `==4711==ERROR: LeakSanitizer: detected memory leaks
Direct leak of 24 byte(s) in 1 object(s) allocated from:
    #0 0x4c1a2f in malloc
    #1 0x4f8a1a in make /home/dev/shop/src/cart.c:12:20`,
  },
  {
    kind: 'g++: ambiguous',
    output: `src/cart.cpp:14:15: error: call of overloaded 'round(int)' is ambiguous
   14 |   return round(2);
      |          ~~~~~^~~`,
  },
  {
    kind: 'dotnet: null is dereferenced',
    output: `/home/dev/shop/src/Cart.cs(20,9): error CS8602: Dereference of a possibly null reference. [/home/dev/shop/src/Shop.csproj]

Build FAILED.`,
  },
  {
    kind: 'docker: an image is not there',
    output: `ERROR: failed to solve: node:99-alpine: failed to resolve source metadata for docker.io/library/node:99-alpine: docker.io/library/node:99-alpine: not found`,
  },
  {
    kind: 'npm: no such package',
    output: `npm error code E404
npm error 404 Not Found - GET https://registry.example.org/lodahs - Not found
npm error 404  'lodahs@*' is not in this registry.`,
  },
  {
    kind: 'git: not a repository',
    output: `fatal: not a git repository (or any of the parent directories): .git`,
  },
  {
    kind: 'postgres: a password',
    output: `error: password authentication failed for user "shop"
    at Parser.parseErrorMessage (/home/dev/shop/node_modules/pg-protocol/dist/parser.js:287:98)
  code: '28P01',`,
  },
  {
    kind: 'mysql: too long',
    output: `Error: ER_DATA_TOO_LONG: Data too long for column 'title' at row 1`,
  },
  {
    kind: 'kubectl: the image is not pulled',
    output: `Error from server (BadRequest): container "shop" in pod "shop-5d8f" is waiting to start: trying and failing to pull image`,
  },
  {
    kind: 'terraform: an argument is missing',
    output: `Error: Missing required argument

  on main.tf line 3, in resource "aws_instance" "web":
   3: resource "aws_instance" "web" {

The argument "ami" is required, but no definition was found.`,
  },
  {
    kind: 'ruby: nil has no such method',
    output: `NoMethodError: undefined method \`total' for nil:NilClass
./lib/shop/cart.rb:12:in \`show'`,
  },
];
