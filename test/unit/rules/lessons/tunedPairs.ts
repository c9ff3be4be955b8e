import type { FailurePair } from './pairs';

/** In the style of real tools; the method's weights and its threshold were chosen on these. */
export const TUNED_PAIRS: readonly FailurePair[] = [
  {
    kind: 'tsc: types of a package are missing',
    learned: `src/api/server.ts(3,21): error TS7016: Could not find a declaration file for module 'compression'. '/home/dev/shop/node_modules/compression/index.js' implicitly has an 'any' type.
  Try \`npm i --save-dev @types/compression\` if it exists or add a new declaration (.d.ts) file containing \`declare module 'compression';\``,
    later: `packages/web/src/main.ts(11,19): error TS7016: Could not find a declaration file for module 'pg-format'. '/home/dev/shop/node_modules/pg-format/lib/index.js' implicitly has an 'any' type.
  Try \`npm i --save-dev @types/pg-format\` if it exists or add a new declaration (.d.ts) file containing \`declare module 'pg-format';\``,
  },
  {
    kind: 'tsc: a value may be undefined',
    learned: `src/cart/total.ts(41,12): error TS18048: 'line.discount' is possibly 'undefined'.`,
    later: `src/users/avatar.ts(7,3): error TS18048: 'profile.image' is possibly 'undefined'.`,
  },
  {
    kind: 'tsc: a property is not there',
    learned: `src/cart/view.tsx(12,18): error TS2339: Property 'grandTotal' does not exist on type 'Cart'.`,
    later: `src/orders/list.tsx(88,40): error TS2339: Property 'shippedAt' does not exist on type 'OrderRow'.`,
  },
  {
    kind: 'tsc: exact optional properties',
    learned: `src/mail/send.ts(20,5): error TS2375: Type '{ to: string; cc: string | undefined; }' is not assignable to type 'Mail' with 'exactOptionalPropertyTypes: true'. Consider adding 'undefined' to the types of the target's properties.
  Types of property 'cc' are incompatible.`,
    later: `lib/search/query.ts(66,9): error TS2375: Type '{ limit: number; cursor: string | undefined; }' is not assignable to type 'PageRequest' with 'exactOptionalPropertyTypes: true'. Consider adding 'undefined' to the types of the target's properties.
  Types of property 'cursor' are incompatible.`,
  },
  {
    kind: 'eslint: a promise that nobody awaits',
    learned: `
/home/dev/shop/src/jobs/nightly.ts
  17:3  error  Promises must be awaited, end with a call to .catch, end with a call to .then with a rejection handler or be explicitly marked as ignored with the \`void\` operator  @typescript-eslint/no-floating-promises

✖ 1 problem (1 error, 0 warnings)`,
    later: `
/home/dev/shop/src/http/close.ts
  4:5   error  Promises must be awaited, end with a call to .catch, end with a call to .then with a rejection handler or be explicitly marked as ignored with the \`void\` operator  @typescript-eslint/no-floating-promises
  9:5   error  Promises must be awaited, end with a call to .catch, end with a call to .then with a rejection handler or be explicitly marked as ignored with the \`void\` operator  @typescript-eslint/no-floating-promises

✖ 2 problems (2 errors, 0 warnings)`,
  },
  {
    kind: 'eslint: hooks in a condition',
    learned: `
/home/dev/shop/src/ui/Basket.tsx
  31:21  error  React Hook "useEffect" is called conditionally. React Hooks must be called in the exact same order in every component render  react-hooks/rules-of-hooks

✖ 1 problem (1 error, 0 warnings)`,
    later: `
/home/dev/shop/src/ui/settings/Theme.tsx
  12:17  error  React Hook "useMemo" is called conditionally. React Hooks must be called in the exact same order in every component render  react-hooks/rules-of-hooks

✖ 1 problem (1 error, 0 warnings)`,
  },
  {
    kind: 'eslint: no configuration file',
    learned: `
Oops! Something went wrong! :(

ESLint: 9.12.0

ESLint couldn't find an eslint.config.(js|mjs|cjs) file.

From ESLint v9.0.0, the default configuration file is now eslint.config.js.`,
    later: `
Oops! Something went wrong! :(

ESLint: 9.30.1

ESLint couldn't find an eslint.config.(js|mjs|cjs) file.

From ESLint v9.0.0, the default configuration file is now eslint.config.js.`,
  },
  {
    kind: 'jest: ES modules are not transformed',
    learned: `FAIL src/cart.test.js
  ● Test suite failed to run

    Jest encountered an unexpected token

    Jest failed to parse a file. This happens e.g. when your code or its dependencies use non-standard JavaScript syntax, or when Jest is not configured to support such syntax.

    Details:

    /home/dev/shop/node_modules/nanoid/index.browser.js:1
    import { urlAlphabet } from './url-alphabet/index.js'
    ^^^^^^

    SyntaxError: Cannot use import statement outside a module

      at Runtime.createScriptFromCode (node_modules/jest-runtime/build/index.js:1505:14)`,
    later: `FAIL test/export.spec.js
  ● Test suite failed to run

    Jest encountered an unexpected token

    Jest failed to parse a file. This happens e.g. when your code or its dependencies use non-standard JavaScript syntax, or when Jest is not configured to support such syntax.

    Details:

    /home/dev/shop/node_modules/lodash-es/lodash.js:10
    import add from './add.js'
    ^^^^^^

    SyntaxError: Cannot use import statement outside a module

      at Runtime.createScriptFromCode (node_modules/jest-runtime/build/index.js:1728:14)`,
  },
  {
    kind: 'jest: no document',
    learned: `FAIL src/banner.test.ts
  ● banner › shows the sale

    ReferenceError: document is not defined

      at mount (src/banner.ts:4:3)
      at Object.<anonymous> (src/banner.test.ts:9:5)`,
    later: `FAIL test/menu/open.test.ts
  ● menu › opens by key

    ReferenceError: document is not defined

      at openMenu (src/menu/open.ts:22:16)
      at Object.<anonymous> (test/menu/open.test.ts:31:9)`,
  },
  {
    kind: 'jest: open handles keep it running, time-out of a hook',
    learned: `FAIL test/db.test.ts
  ● database › stores an order

    thrown: "Exceeded timeout of 5000 ms for a hook.
    Add a timeout value to this test to increase the timeout, if this is a long-running test. See https://jestjs.io/docs/api#testname-fn-timeout."

      at test/db.test.ts:8:3`,
    later: `FAIL test/queue/worker.test.ts
  ● worker › takes a job

    thrown: "Exceeded timeout of 10000 ms for a hook.
    Add a timeout value to this test to increase the timeout, if this is a long-running test. See https://jestjs.io/docs/api#testname-fn-timeout."

      at test/queue/worker.test.ts:14:3`,
  },
  {
    kind: 'vitest: a mock is hoisted',
    learned: ` FAIL  src/mailer.test.ts [ src/mailer.test.ts ]
Error: [vitest] There was an error when mocking a module. If you are using "vi.mock" factory, make sure there are no top level variables inside, since this call is hoisted to top of the file. Read more: https://vitest.dev/api/vi.html#vi-mock
 ❯ src/mailer.ts:2:1
Caused by: ReferenceError: Cannot access 'sendMock' before initialization`,
    later: ` FAIL  test/payment.spec.ts [ test/payment.spec.ts ]
Error: [vitest] There was an error when mocking a module. If you are using "vi.mock" factory, make sure there are no top level variables inside, since this call is hoisted to top of the file. Read more: https://vitest.dev/api/vi.html#vi-mock
 ❯ src/payment/stripe.ts:5:1
Caused by: ReferenceError: Cannot access 'chargeSpy' before initialization`,
  },
  {
    kind: 'mocha: done is called twice',
    learned: `  1) upload
       stores the file:
     Error: done() called multiple times in test <upload stores the file> of file /home/dev/shop/test/upload.js
      at Context.<anonymous> (test/upload.js:22:7)`,
    later: `  1) mail queue
       retries:
     Error: done() called multiple times in test <mail queue retries> of file /home/dev/shop/test/mail/queue.js
      at Immediate.<anonymous> (test/mail/queue.js:51:13)`,
  },
  {
    kind: 'node: the port is taken',
    learned: `node:events:497
      throw er; // Unhandled 'error' event
      ^

Error: listen EADDRINUSE: address already in use :::3000
    at Server.setupListenHandle [as _listen2] (node:net:1907:16)
    at listenInCluster (node:net:1964:12)
    at Function.listen (/home/dev/shop/src/server.js:12:9)`,
    later: `node:events:502
      throw er; // Unhandled 'error' event
      ^

Error: listen EADDRINUSE: address already in use 127.0.0.1:8080
    at Server.setupListenHandle [as _listen2] (node:net:1937:16)
    at listenInCluster (node:net:1994:12)
    at Object.start (/home/dev/shop/lib/http/start.js:40:10)`,
  },
  {
    kind: 'node: require of an ES module',
    learned: `/home/dev/shop/src/colour.js:1
const chalk = require('chalk');
              ^

Error [ERR_REQUIRE_ESM]: require() of ES Module /home/dev/shop/node_modules/chalk/source/index.js from /home/dev/shop/src/colour.js not supported.
Instead change the require of index.js in /home/dev/shop/src/colour.js to a dynamic import() which is available in all CommonJS modules.
    at Object.<anonymous> (/home/dev/shop/src/colour.js:1:15)`,
    later: `/home/dev/shop/lib/fetcher.js:3
const got = require('got');
            ^

Error [ERR_REQUIRE_ESM]: require() of ES Module /home/dev/shop/node_modules/got/dist/source/index.js from /home/dev/shop/lib/fetcher.js not supported.
Instead change the require of index.js in /home/dev/shop/lib/fetcher.js to a dynamic import() which is available in all CommonJS modules.
    at Object.<anonymous> (/home/dev/shop/lib/fetcher.js:3:13)`,
  },
  {
    kind: 'node: memory of the heap is used up',
    learned: `<--- Last few GCs --->

[8121:0x5f1c9f0]    41213 ms: Mark-Compact 2046.1 (2082.5) -> 2045.9 (2083.0) MB, 1204.11 / 0.00 ms  (average mu = 0.086, current mu = 0.011) allocation failure; scavenge might not succeed

FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
----- Native stack trace -----`,
    later: `<--- Last few GCs --->

[311:0x6a77c80]    90114 ms: Mark-Compact 4090.3 (4136.5) -> 4090.0 (4137.2) MB, 2511.50 / 0.00 ms  (average mu = 0.101, current mu = 0.004) allocation failure; scavenge might not succeed

FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
----- Native stack trace -----`,
  },
  {
    kind: 'pytest: a fixture is not found',
    learned: `E       fixture 'shop_client' not found
>       available fixtures: cache, capfd, capsys, monkeypatch, tmp_path
>       use 'pytest --fixtures [testpath]' for help on them.

/home/dev/shop/tests/test_cart.py:11
=========================== short test summary info ============================
ERROR tests/test_cart.py::test_total`,
    later: `E       fixture 'session_factory' not found
>       available fixtures: cache, caplog, capsys, doctest_namespace, tmp_path
>       use 'pytest --fixtures [testpath]' for help on them.

/home/dev/shop/tests/db/test_orders.py:40
=========================== short test summary info ============================
ERROR tests/db/test_orders.py::test_insert`,
  },
  {
    kind: 'pytest: a package is not installed',
    learned: `_____________________ ERROR collecting tests/test_chart.py _____________________
ImportError while importing test module '/home/dev/shop/tests/test_chart.py'.
Hint: make sure your test modules/packages have valid Python names.
Traceback:
tests/test_chart.py:2: in <module>
    import numpy as np
E   ModuleNotFoundError: No module named 'numpy'`,
    later: `_____________________ ERROR collecting tests/io/test_fetch.py _____________________
ImportError while importing test module '/home/dev/shop/tests/io/test_fetch.py'.
Hint: make sure your test modules/packages have valid Python names.
Traceback:
tests/io/test_fetch.py:5: in <module>
    import requests
E   ModuleNotFoundError: No module named 'requests'`,
  },
  {
    kind: 'python: a circular import',
    learned: `Traceback (most recent call last):
  File "/home/dev/shop/app/main.py", line 3, in <module>
    from app.models import Order
  File "/home/dev/shop/app/models.py", line 1, in <module>
    from app.services import price_of
ImportError: cannot import name 'price_of' from partially initialized module 'app.services' (most likely due to a circular import) (/home/dev/shop/app/services.py)`,
    later: `Traceback (most recent call last):
  File "/home/dev/shop/crm/__main__.py", line 9, in <module>
    from crm.mail import Mailer
  File "/home/dev/shop/crm/mail.py", line 4, in <module>
    from crm.contacts import Contact
ImportError: cannot import name 'Contact' from partially initialized module 'crm.contacts' (most likely due to a circular import) (/home/dev/shop/crm/contacts.py)`,
  },
  {
    kind: 'python: naive and aware dates',
    learned: `    def test_due():
>       assert due(order) < datetime.now(timezone.utc)
E       TypeError: can't compare offset-naive and offset-aware datetimes

tests/test_due.py:14: TypeError
=========================== short test summary info ============================
FAILED tests/test_due.py::test_due - TypeError: can't compare offset-naive and offset-aware datetimes`,
    later: `    def test_expires():
>       assert token.is_expired()
tests/auth/test_token.py:33:
E       TypeError: can't compare offset-naive and offset-aware datetimes

app/auth/token.py:18: TypeError
=========================== short test summary info ============================
FAILED tests/auth/test_token.py::test_expires - TypeError: can't compare offset-naive and offset-aware datetimes`,
  },
  {
    kind: 'mypy: an attribute of None',
    learned: `app/orders.py:18: error: Item "None" of "Order | None" has no attribute "total"  [union-attr]
Found 1 error in 1 file (checked 12 source files)`,
    later: `crm/contacts/find.py:70: error: Item "None" of "Contact | None" has no attribute "email"  [union-attr]
Found 1 error in 1 file (checked 48 source files)`,
  },
  {
    kind: 'go: an import cycle',
    learned: `package example.com/shop
	imports example.com/shop/cart
	imports example.com/shop/price
	imports example.com/shop/cart: import cycle not allowed`,
    later: `package example.com/crm
	imports example.com/crm/mail
	imports example.com/crm/contact
	imports example.com/crm/template
	imports example.com/crm/mail: import cycle not allowed`,
  },
  {
    kind: 'go: a data race',
    learned: `==================
WARNING: DATA RACE
Write at 0x00c00011e018 by goroutine 9:
  example.com/shop/cart.(*Cart).Add()
      /home/dev/shop/cart/cart.go:31 +0x44
Previous read at 0x00c00011e018 by goroutine 8:
  example.com/shop/cart.(*Cart).Total()
      /home/dev/shop/cart/cart.go:40 +0x3c
==================
--- FAIL: TestConcurrent (0.01s)
    testing.go:1490: race detected during execution of test
FAIL`,
    later: `==================
WARNING: DATA RACE
Read at 0x00c0001b20f0 by goroutine 21:
  example.com/crm/queue.(*Queue).Len()
      /home/dev/shop/queue/queue.go:77 +0x2e
Previous write at 0x00c0001b20f0 by goroutine 20:
  example.com/crm/queue.(*Queue).Push()
      /home/dev/shop/queue/queue.go:52 +0x88
==================
--- FAIL: TestPushPop (0.03s)
    testing.go:1490: race detected during execution of test
FAIL`,
  },
  {
    kind: 'go: a nil map is written to',
    learned: `--- FAIL: TestIndex (0.00s)
panic: assignment to entry in nil map [recovered]
	panic: assignment to entry in nil map

goroutine 7 [running]:
example.com/shop/search.(*Index).Put(...)
	/home/dev/shop/search/index.go:19
FAIL	example.com/shop/search	0.004s`,
    later: `--- FAIL: TestHeaders (0.00s)
panic: assignment to entry in nil map [recovered]
	panic: assignment to entry in nil map

goroutine 34 [running]:
example.com/crm/web.(*Response).SetHeader(...)
	/home/dev/shop/web/response.go:88
FAIL	example.com/crm/web	0.011s`,
  },
  {
    kind: 'rustc: borrowed mutably and immutably',
    learned: `error[E0502]: cannot borrow \`cart.lines\` as mutable because it is also borrowed as immutable
  --> src/cart.rs:44:9
   |
42 |     for line in &cart.lines {
   |                 ----------- immutable borrow occurs here
44 |         cart.lines.push(line.clone());
   |         ^^^^^^^^^^^^^^^^ mutable borrow occurs here

error: could not compile \`shop\` (lib) due to 1 previous error`,
    later: `error[E0502]: cannot borrow \`self.queue\` as mutable because it is also borrowed as immutable
   --> src/worker/pool.rs:120:13
    |
118 |         let first = self.queue.front();
    |                     ---------- immutable borrow occurs here
120 |             self.queue.pop_front();
    |             ^^^^^^^^^^^^^^^^^^^^^^ mutable borrow occurs here

error: could not compile \`crm\` (bin "crm") due to 1 previous error`,
  },
  {
    kind: 'rustc: a trait is not implemented',
    learned: `error[E0277]: the trait bound \`Price: Serialize\` is not satisfied
  --> src/api.rs:12:10
   |
12 |     Json(price)
   |          ^^^^^ the trait \`Serialize\` is not implemented for \`Price\`

error: could not compile \`shop\` (lib) due to 1 previous error`,
    later: `error[E0277]: the trait bound \`Contact: Serialize\` is not satisfied
  --> src/http/contacts.rs:71:25
   |
71 |     serde_json::to_string(&contact)
   |     --------------------- ^^^^^^^^ the trait \`Serialize\` is not implemented for \`Contact\`

error: could not compile \`crm\` (bin "crm") due to 1 previous error`,
  },
  {
    kind: 'javac: an exception is not declared',
    learned: `src/main/java/shop/Export.java:18: error: unreported exception IOException; must be caught or declared to be thrown
        writer.write(line);
                    ^
1 error`,
    later: `src/main/java/crm/io/Import.java:54: error: unreported exception SQLException; must be caught or declared to be thrown
            statement.execute(sql);
                             ^
1 error`,
  },
  {
    kind: 'java: a bean is missing',
    learned: `org.springframework.beans.factory.UnsatisfiedDependencyException: Error creating bean with name 'cartController' defined in file [/home/dev/shop/target/classes/shop/CartController.class]: Unsatisfied dependency expressed through constructor parameter 0: No qualifying bean of type 'shop.PriceService' available: expected at least 1 bean which qualifies as autowire candidate.
	at org.springframework.beans.factory.support.ConstructorResolver.createArgumentArray(ConstructorResolver.java:795)`,
    later: `org.springframework.beans.factory.UnsatisfiedDependencyException: Error creating bean with name 'mailJob' defined in file [/home/dev/shop/target/classes/crm/jobs/MailJob.class]: Unsatisfied dependency expressed through constructor parameter 2: No qualifying bean of type 'crm.mail.TemplateEngine' available: expected at least 1 bean which qualifies as autowire candidate.
	at org.springframework.beans.factory.support.ConstructorResolver.createArgumentArray(ConstructorResolver.java:802)`,
  },
  {
    kind: 'maven: an artifact is not in the repository',
    learned: `[ERROR] Failed to execute goal on project shop: Could not resolve dependencies for project com.example:shop:jar:1.0-SNAPSHOT: Could not find artifact com.example:pricing:jar:2.1 in central (https://repo.example.org/maven2) -> [Help 1]`,
    later: `[ERROR] Failed to execute goal on project crm-web: Could not resolve dependencies for project org.acme:crm-web:war:3.4: Could not find artifact org.acme:crm-model:jar:3.4 in central (https://repo.example.org/maven2) -> [Help 1]`,
  },
  {
    kind: 'gradle: the class file is too new',
    learned: `FAILURE: Build failed with an exception.

* What went wrong:
Could not open settings generic class cache for settings file '/home/dev/shop/settings.gradle'.
> BUG! exception in phase 'semantic analysis' in source unit '_BuildScript_' Unsupported class file major version 65

BUILD FAILED in 1s`,
    later: `FAILURE: Build failed with an exception.

* What went wrong:
Could not open settings generic class cache for settings file '/home/dev/shop/app/settings.gradle'.
> BUG! exception in phase 'semantic analysis' in source unit '_BuildScript_' Unsupported class file major version 66

BUILD FAILED in 3s`,
  },
  {
    kind: 'gcc: a header is not found',
    learned: `src/codec.c:3:10: fatal error: zlib.h: No such file or directory
    3 | #include <zlib.h>
      |          ^~~~~~~~
compilation terminated.
make: *** [Makefile:14: codec.o] Error 1`,
    later: `lib/tls/wrap.c:9:10: fatal error: openssl/ssl.h: No such file or directory
    9 | #include <openssl/ssl.h>
      |          ^~~~~~~~~~~~~~~
compilation terminated.
make: *** [Makefile:40: wrap.o] Error 1`,
  },
  {
    kind: 'ld: a symbol is not linked',
    learned: `/usr/bin/ld: /tmp/ccQ1x2.o: in function \`main':
main.c:(.text+0x1d): undefined reference to \`price_of'
collect2: error: ld returned 1 exit status
make: *** [Makefile:9: shop] Error 1`,
    later: `/usr/bin/ld: /tmp/ccZ99a.o: in function \`render_page':
page.c:(.text+0x212): undefined reference to \`template_open'
collect2: error: ld returned 1 exit status
make: *** [Makefile:31: crm] Error 1`,
  },
  {
    kind: 'dotnet: a using is missing',
    learned: `/home/dev/shop/src/Cart.cs(14,16): error CS0246: The type or namespace name 'ILogger<>' could not be found (are you missing a using directive or an assembly reference?) [/home/dev/shop/src/Shop.csproj]

Build FAILED.`,
    later: `/home/dev/shop/Crm/Mail/Sender.cs(3,30): error CS0246: The type or namespace name 'SmtpClient' could not be found (are you missing a using directive or an assembly reference?) [/home/dev/shop/Crm/Crm.csproj]

Build FAILED.`,
  },
  {
    kind: 'docker: a file is outside of the build context',
    learned: `ERROR: failed to solve: failed to compute cache key: failed to calculate checksum of ref 3c1e6f3a-8a40-4a51-9a63-1c0e5b8bd2a1::k2l3m4n5o6p7: "/package-lock.json": not found`,
    later: `ERROR: failed to solve: failed to compute cache key: failed to calculate checksum of ref 9e7f2d10-0d35-4bb0-8a2f-77aa0f4f3f5c::z9y8x7w6v5u4: "/requirements/prod.txt": not found`,
  },
  {
    kind: 'npm: peer dependencies conflict',
    learned: `npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree
npm error
npm error While resolving: shop@1.0.0
npm error Found: react@19.0.0
npm error Could not resolve dependency:
npm error peer react@"^17.0.0" from react-slider@2.0.1`,
    later: `npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree
npm error
npm error While resolving: crm-web@0.4.2
npm error Found: vite@7.1.0
npm error Could not resolve dependency:
npm error peer vite@"^4.0.0 || ^5.0.0" from vite-plugin-checker@0.6.4`,
  },
  {
    kind: 'pip: the environment is managed',
    learned: `error: externally-managed-environment

× This environment is externally managed
╰─> To install Python packages system-wide, try apt install python3-xyz, where xyz is the package you are trying to install.`,
    later: `error: externally-managed-environment

× This environment is externally managed
╰─> To install Python packages system-wide, try apt install python3-xyz, where xyz is the package you are trying to install.
note: If you believe this is a mistake, please contact your Python installation or OS distribution provider.`,
  },
  {
    kind: 'webpack: a core module of Node',
    learned: `ERROR in ./src/sign.js 1:0-28
Module not found: Error: Can't resolve 'crypto' in '/home/dev/shop/src'

BREAKING CHANGE: webpack < 5 used to include polyfills for node.js core modules by default.
This is no longer the case. Verify if you need this module and configure a polyfill for it.`,
    later: `ERROR in ./src/export/zip.js 3:0-31
Module not found: Error: Can't resolve 'stream' in '/home/dev/shop/src/export'

BREAKING CHANGE: webpack < 5 used to include polyfills for node.js core modules by default.
This is no longer the case. Verify if you need this module and configure a polyfill for it.`,
  },
  {
    kind: 'git: histories have nothing in common',
    learned: `fatal: refusing to merge unrelated histories`,
    later: `fatal: refusing to merge unrelated histories
exit status 128`,
  },
  {
    kind: 'postgres: a relation is missing',
    learned: `error: relation "orders" does not exist
    at Parser.parseErrorMessage (/home/dev/shop/node_modules/pg-protocol/dist/parser.js:287:98)
  length: 105,
  severity: 'ERROR',
  code: '42P01',`,
    later: `error: relation "mail_jobs" does not exist
    at Parser.parseErrorMessage (/home/dev/shop/node_modules/pg-protocol/dist/parser.js:283:98)
  length: 109,
  severity: 'ERROR',
  code: '42P01',`,
  },
  {
    kind: 'postgres: a key is there already',
    learned: `error: duplicate key value violates unique constraint "users_email_key"
    at Parser.parseErrorMessage (/home/dev/shop/node_modules/pg-protocol/dist/parser.js:287:98)
  detail: 'Key (email)=(a@example.org) already exists.',
  code: '23505',`,
    later: `error: duplicate key value violates unique constraint "invoice_number_idx"
    at Parser.parseErrorMessage (/home/dev/shop/node_modules/pg-protocol/dist/parser.js:287:98)
  detail: 'Key (number)=(2026-118) already exists.',
  code: '23505',`,
  },
  {
    kind: 'sqlite: the database is locked',
    learned: `sqlite3.OperationalError: database is locked
  File "/home/dev/shop/app/db.py", line 12, in write`,
    later: `E       sqlite3.OperationalError: database is locked

crm/store.py:88: OperationalError
FAILED tests/test_store.py::test_parallel - sqlite3.OperationalError: database is locked`,
  },
  {
    kind: 'mysql: sql mode only full group by',
    learned: `Error: ER_WRONG_FIELD_WITH_GROUP: Expression #2 of SELECT list is not in GROUP BY clause and contains nonaggregated column 'shop.orders.total' which is not functionally dependent on columns in GROUP BY clause; this is incompatible with sql_mode=only_full_group_by`,
    later: `Error: ER_WRONG_FIELD_WITH_GROUP: Expression #4 of SELECT list is not in GROUP BY clause and contains nonaggregated column 'crm.contacts.city' which is not functionally dependent on columns in GROUP BY clause; this is incompatible with sql_mode=only_full_group_by`,
  },
  {
    kind: 'kubectl: the field is immutable',
    learned: `The Deployment "shop" is invalid: spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"app":"shop2"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable`,
    later: `The Deployment "crm-worker" is invalid: spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"tier":"queue"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable`,
  },
  {
    kind: 'terraform: the state is locked',
    learned: `Error: Error acquiring the state lock

Error message: ConditionalCheckFailedException: The conditional request failed
Lock Info:
  ID:        1b2c3d4e-0000-1111-2222-333344445555
  Path:      shop/terraform.tfstate
  Operation: OperationTypeApply`,
    later: `Error: Error acquiring the state lock

Error message: ConditionalCheckFailedException: The conditional request failed
Lock Info:
  ID:        77aa88bb-9999-4444-8888-121212343434
  Path:      crm/prod/terraform.tfstate
  Operation: OperationTypePlan`,
  },
  {
    kind: 'react: rendered more hooks, endless updates',
    learned: `FAIL src/ui/List.test.tsx
  ● List › filters

    Too many re-renders. React limits the number of renders to prevent an infinite loop.

      at renderWithHooks (node_modules/react-dom/cjs/react-dom.development.js:16305:18)
      at List (src/ui/List.tsx:14:31)`,
    later: `FAIL src/forms/Wizard.test.tsx
  ● Wizard › goes to the next page

    Too many re-renders. React limits the number of renders to prevent an infinite loop.

      at renderWithHooks (node_modules/react-dom/cjs/react-dom.development.js:15486:18)
      at Wizard (src/forms/Wizard.tsx:52:9)`,
  },
  {
    kind: 'playwright: strict mode',
    learned: `Error: locator.click: Error: strict mode violation: getByRole('button', { name: 'Save' }) resolved to 2 elements:
    1) <button class="primary">Save</button>
    2) <button>Save</button>

    at /home/dev/shop/e2e/cart.spec.ts:14:40`,
    later: `Error: locator.fill: Error: strict mode violation: getByLabel('E-mail') resolved to 3 elements:
    1) <input name="email"/>
    2) <input name="email2"/>
    3) <input name="invite"/>

    at /home/dev/shop/e2e/contacts/edit.spec.ts:33:22`,
  },
  {
    kind: 'django: a migration is missing',
    learned: `django.db.utils.ProgrammingError: column shop_order.shipped_at does not exist
LINE 1: SELECT "shop_order"."id", "shop_order"."shipped_at" FROM
                                  ^
FAILED tests/test_orders.py::test_list - django.db.utils.ProgrammingError: column shop_order.shipped_at does not exist`,
    later: `django.db.utils.ProgrammingError: column crm_contact.nickname does not exist
LINE 1: SELECT "crm_contact"."id", "crm_contact"."nickname" FROM
                                   ^
FAILED tests/test_contacts.py::test_search - django.db.utils.ProgrammingError: column crm_contact.nickname does not exist`,
  },
];
