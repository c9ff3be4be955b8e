import type { FailurePair } from './pairs';

/** Written when the method had been settled, and nothing was tuned to them: 43 of the 46 then. */
export const UNTOUCHED_PAIRS: readonly FailurePair[] = [
  {
    kind: 'tsc: verbatim module syntax',
    learned: `src/cart/add.ts(1,10): error TS1484: 'Cart' is a type and must be imported using a type-only import when 'verbatimModuleSyntax' is enabled.`,
    later: `lib/mail/queue.ts(4,22): error TS1484: 'MailJob' is a type and must be imported using a type-only import when 'verbatimModuleSyntax' is enabled.`,
  },
  {
    kind: 'tsc: relative imports need extensions',
    learned: `src/index.ts(2,22): error TS2835: Relative import paths need explicit file extensions in ECMAScript imports when '--moduleResolution' is 'node16' or 'nodenext'. Did you mean './cart.js'?`,
    later: `packages/api/src/routes/users.ts(7,30): error TS2835: Relative import paths need explicit file extensions in ECMAScript imports when '--moduleResolution' is 'node16' or 'nodenext'. Did you mean '../db/pool.js'?`,
  },
  {
    kind: 'tsc: an implicit any of a parameter',
    learned: `src/list.ts(9,20): error TS7006: Parameter 'row' implicitly has an 'any' type.`,
    later: `web/form/validate.ts(31,44): error TS7006: Parameter 'event' implicitly has an 'any' type.`,
  },
  {
    kind: 'tsc: an interface is not implemented',
    learned: `src/store/memory.ts(6,14): error TS2420: Class 'MemoryStore' incorrectly implements interface 'Store'.
  Property 'close' is missing in type 'MemoryStore' but required in type 'Store'.`,
    later: `src/mail/fake.ts(12,14): error TS2420: Class 'FakeMailer' incorrectly implements interface 'Mailer'.
  Property 'flush' is missing in type 'FakeMailer' but required in type 'Mailer'.`,
  },
  {
    kind: 'eslint: the project service does not know the file',
    learned: `
/home/dev/shop/scripts/seed.ts
  0:0  error  Parsing error: /home/dev/shop/scripts/seed.ts was not found by the project service. Consider either including it in the tsconfig.json or including it in allowDefaultProject

✖ 1 problem (1 error, 0 warnings)`,
    later: `
/home/dev/shop/vite.config.ts
  0:0  error  Parsing error: /home/dev/shop/vite.config.ts was not found by the project service. Consider either including it in the tsconfig.json or including it in allowDefaultProject

✖ 1 problem (1 error, 0 warnings)`,
  },
  {
    kind: 'eslint: import order',
    learned: `
/home/dev/shop/src/app.ts
  4:1  error  \`node:fs\` import should occur before import of \`./cart\`  import/order

✖ 1 problem (1 error, 0 warnings)
  1 error and 0 warnings potentially fixable with the \`--fix\` option.`,
    later: `
/home/dev/shop/lib/mail/index.ts
  9:1  error  \`nodemailer\` import should occur before import of \`../config\`  import/order

✖ 1 problem (1 error, 0 warnings)
  1 error and 0 warnings potentially fixable with the \`--fix\` option.`,
  },
  {
    kind: 'prettier: files are not formatted',
    learned: `Checking formatting...
[warn] src/cart/total.ts
[warn] Code style issues found in the above file. Run Prettier with --write to fix.`,
    later: `Checking formatting...
[warn] docs/guide.md
[warn] lib/mail/queue.ts
[warn] Code style issues found in 2 files. Run Prettier with --write to fix.`,
  },
  {
    kind: 'jest: an alias is not mapped',
    learned: `FAIL src/cart.test.ts
  ● Test suite failed to run

    Could not locate module @/lib/price mapped as:
    /home/dev/shop/$1.

    Please check your configuration for these entries:
    {
      "moduleNameMapper": {
        "/^@\\/(.*)$/": "/home/dev/shop/$1"
      },

      at createNoMappedModuleFoundError (node_modules/jest-resolve/build/resolver.js:759:17)`,
    later: `FAIL test/mail/queue.test.ts
  ● Test suite failed to run

    Could not locate module ~/mail/template mapped as:
    /home/dev/shop/source/$1.

    Please check your configuration for these entries:
    {
      "moduleNameMapper": {
        "/^~\\/(.*)$/": "/home/dev/shop/source/$1"
      },

      at createNoMappedModuleFoundError (node_modules/jest-resolve/build/resolver.js:759:17)`,
  },
  {
    kind: 'jest: not wrapped in act',
    learned: `FAIL src/ui/Cart.test.tsx
  ● Cart › loads

    Warning: An update to Cart inside a test was not wrapped in act(...).

    When testing, code that causes React state updates should be wrapped into act(...):

      at printError (node_modules/react-dom/cjs/react-dom.development.js:86:30)`,
    later: `FAIL src/mail/Inbox.test.tsx
  ● Inbox › refreshes

    Warning: An update to Inbox inside a test was not wrapped in act(...).

    When testing, code that causes React state updates should be wrapped into act(...):

      at printError (node_modules/react-dom/cjs/react-dom.development.js:86:30)`,
  },
  {
    kind: 'vitest: no test files',
    learned: `No test files found, exiting with code 1

include: **/*.{test,spec}.?(c|m)[jt]s?(x)
exclude:  **/node_modules/**, **/dist/**`,
    later: `No test files found, exiting with code 1

include: src/**/*.test.ts
exclude:  **/node_modules/**, **/dist/**, **/e2e/**`,
  },
  {
    kind: 'mocha: neither a promise nor a callback',
    learned: `  1) cart
       saves:
     Error: Resolution method is overspecified. Specify a callback *or* return a Promise; not both.
      at /home/dev/shop/test/cart.js:12:5`,
    later: `  1) mailer
       sends twice:
     Error: Resolution method is overspecified. Specify a callback *or* return a Promise; not both.
      at /home/dev/shop/test/mail/mailer.js:40:9`,
  },
  {
    kind: 'node: headers were sent',
    learned: `Error [ERR_HTTP_HEADERS_SENT]: Cannot set headers after they are sent to the client
    at ServerResponse.setHeader (node:_http_outgoing:699:11)
    at ServerResponse.json (/home/dev/shop/node_modules/express/lib/response.js:278:15)
    at /home/dev/shop/src/routes/cart.js:31:9`,
    later: `Error [ERR_HTTP_HEADERS_SENT]: Cannot set headers after they are sent to the client
    at ServerResponse.setHeader (node:_http_outgoing:655:11)
    at ServerResponse.redirect (/home/dev/shop/node_modules/express/lib/response.js:950:10)
    at login (/home/dev/shop/lib/auth/login.js:77:7)`,
  },
  {
    kind: 'node: the stack overflows',
    learned: `RangeError: Maximum call stack size exceeded
    at flatten (/home/dev/shop/src/menu.js:8:18)
    at flatten (/home/dev/shop/src/menu.js:10:14)`,
    later: `RangeError: Maximum call stack size exceeded
    at Object.visit (/home/dev/shop/lib/tree/walk.js:22:10)
    at Object.visit (/home/dev/shop/lib/tree/walk.js:25:7)`,
  },
  {
    kind: 'node: a circular structure as JSON',
    learned: `TypeError: Converting circular structure to JSON
    --> starting at object with constructor 'Cart'
    |     property 'owner' -> object with constructor 'User'
    --- property 'cart' closes the circle
    at JSON.stringify (<anonymous>)
    at save (/home/dev/shop/src/save.js:14:20)`,
    later: `TypeError: Converting circular structure to JSON
    --> starting at object with constructor 'Socket'
    |     property 'parser' -> object with constructor 'HTTPParser'
    --- property 'socket' closes the circle
    at JSON.stringify (<anonymous>)
    at Logger.write (/home/dev/shop/lib/log.js:55:31)`,
  },
  {
    kind: 'pytest: an async test without a plugin',
    learned: `async def functions are not natively supported.
You need to install a suitable plugin for your async framework, for example:
  - anyio
  - pytest-asyncio
FAILED tests/test_fetch.py::test_fetch - Failed: async def functions are not natively supported.`,
    later: `async def functions are not natively supported.
You need to install a suitable plugin for your async framework, for example:
  - anyio
  - pytest-asyncio
FAILED tests/mail/test_send.py::test_retries - Failed: async def functions are not natively supported.`,
  },
  {
    kind: 'python: an object is not JSON serializable',
    learned: `tests/test_api.py:20:
app/api.py:33: in show
    return json.dumps(order)
E   TypeError: Object of type Decimal is not JSON serializable

FAILED tests/test_api.py::test_show - TypeError: Object of type Decimal is not JSON serializable`,
    later: `tests/export/test_dump.py:51:
crm/export.py:12: in dump
    json.dump(rows, handle)
E   TypeError: Object of type datetime is not JSON serializable

FAILED tests/export/test_dump.py::test_dump - TypeError: Object of type datetime is not JSON serializable`,
  },
  {
    kind: 'python: an event loop runs already',
    learned: `E   RuntimeError: asyncio.run() cannot be called from a running event loop

app/jobs.py:9: RuntimeError
FAILED tests/test_jobs.py::test_nightly - RuntimeError: asyncio.run() cannot be called from a running event loop`,
    later: `E   RuntimeError: asyncio.run() cannot be called from a running event loop

crm/sync/pull.py:61: RuntimeError
FAILED tests/sync/test_pull.py::test_once - RuntimeError: asyncio.run() cannot be called from a running event loop`,
  },
  {
    kind: 'python: tabs and spaces',
    learned: `  File "/home/dev/shop/app/cart.py", line 12
    return total
                ^
TabError: inconsistent use of tabs and spaces in indentation`,
    later: `  File "/home/dev/shop/crm/mail/send.py", line 140
    for each in queue:
                     ^
TabError: inconsistent use of tabs and spaces in indentation`,
  },
  {
    kind: 'mypy: stubs are missing',
    learned: `app/load.py:1: error: Library stubs not installed for "yaml"  [import-untyped]
app/load.py:1: note: Hint: "python3 -m pip install types-PyYAML"
Found 1 error in 1 file (checked 4 source files)`,
    later: `crm/dates.py:6: error: Library stubs not installed for "dateutil"  [import-untyped]
crm/dates.py:6: note: Hint: "python3 -m pip install types-python-dateutil"
Found 1 error in 1 file (checked 31 source files)`,
  },
  {
    kind: 'go vet: a lock is copied',
    learned: `# example.com/shop/cart
cart/cart.go:22:7: Total passes lock by value: example.com/shop/cart.Cart contains sync.Mutex`,
    later: `# example.com/crm/queue
queue/pool.go:90:15: drain passes lock by value: example.com/crm/queue.Pool contains sync.Mutex`,
  },
  {
    kind: 'go: declared and not used',
    learned: `# example.com/shop/cart
cart/cart.go:31:2: declared and not used: total
FAIL	example.com/shop/cart [build failed]`,
    later: `# example.com/crm/mail
mail/send.go:77:5: declared and not used: retries
FAIL	example.com/crm/mail [build failed]`,
  },
  {
    kind: 'go: all goroutines are asleep',
    learned: `fatal error: all goroutines are asleep - deadlock!

goroutine 1 [chan receive]:
main.main()
	/home/dev/shop/main.go:18 +0x6c
exit status 2`,
    later: `fatal error: all goroutines are asleep - deadlock!

goroutine 1 [sync.WaitGroup.Wait]:
example.com/crm/queue.(*Pool).Drain(...)
	/home/dev/shop/queue/pool.go:104
exit status 2`,
  },
  {
    kind: 'go: go.sum is incomplete',
    learned: `main.go:5:2: missing go.sum entry for module providing package github.com/gorilla/mux (imported by example.com/shop); to add:
	go get example.com/shop`,
    later: `mail/send.go:9:2: missing go.sum entry for module providing package gopkg.in/mail.v2 (imported by example.com/crm/mail); to add:
	go get example.com/crm/mail`,
  },
  {
    kind: 'rustc: does not live long enough',
    learned: `error[E0597]: \`line\` does not live long enough
  --> src/parse.rs:18:20
   |
18 |         out.push(&line);
   |                  ^^^^^ borrowed value does not live long enough
19 |     }
   |     - \`line\` dropped here while still borrowed

error: could not compile \`shop\` (lib) due to 1 previous error`,
    later: `error[E0597]: \`buffer\` does not live long enough
  --> src/net/frame.rs:71:31
   |
71 |         self.frames.push(Frame::of(&buffer));
   |                                    ^^^^^^^ borrowed value does not live long enough
72 |     }
   |     - \`buffer\` dropped here while still borrowed

error: could not compile \`crm\` (lib) due to 1 previous error`,
  },
  {
    kind: 'rustc: a future is not Send',
    learned: `error: future cannot be sent between threads safely
  --> src/worker.rs:9:18
   |
9  |     tokio::spawn(async move {
   |                  ^ future created by async block is not \`Send\`

error: could not compile \`shop\` (bin "shop") due to 1 previous error`,
    later: `error: future cannot be sent between threads safely
   --> src/mail/outbox.rs:130:22
    |
130 |         task::spawn(self.flush());
    |                     ^^^^^^^^^^^^ future returned by \`flush\` is not \`Send\`

error: could not compile \`crm\` (lib) due to 1 previous error`,
  },
  {
    kind: 'cargo: no matching package',
    learned: `error: no matching package named \`serde_jsn\` found
location searched: package index
required by package \`shop v0.1.0 (/home/dev/shop)\``,
    later: `error: no matching package named \`tokio-stram\` found
location searched: package index
required by package \`crm v2.3.1 (/home/dev/shop/crm)\``,
  },
  {
    kind: 'javac: the package does not exist',
    learned: `src/main/java/shop/Api.java:3: error: package com.fasterxml.jackson.databind does not exist
import com.fasterxml.jackson.databind.ObjectMapper;
                                     ^
1 error`,
    later: `src/main/java/crm/Log.java:5: error: package org.slf4j does not exist
import org.slf4j.Logger;
                ^
1 error`,
  },
  {
    kind: 'java: a lazy collection without a session',
    learned: `org.hibernate.LazyInitializationException: failed to lazily initialize a collection of role: shop.Order.lines: could not initialize proxy - no Session
	at org.hibernate.collection.spi.AbstractPersistentCollection.throwLazyInitializationException(AbstractPersistentCollection.java:635)
	at shop.OrderView.render(OrderView.java:41)`,
    later: `org.hibernate.LazyInitializationException: failed to lazily initialize a collection of role: crm.Contact.addresses: could not initialize proxy - no Session
	at org.hibernate.collection.spi.AbstractPersistentCollection.throwLazyInitializationException(AbstractPersistentCollection.java:635)
	at crm.ContactMapper.toDto(ContactMapper.java:19)`,
  },
  {
    kind: 'java: modified while iterating',
    learned: `java.util.ConcurrentModificationException
	at java.base/java.util.ArrayList$Itr.checkForComodification(ArrayList.java:1013)
	at shop.Cart.removeEmpty(Cart.java:52)`,
    later: `java.util.ConcurrentModificationException
	at java.base/java.util.HashMap$HashIterator.nextNode(HashMap.java:1597)
	at crm.Sessions.expire(Sessions.java:88)`,
  },
  {
    kind: 'maven: the source level is too old',
    learned: `[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.1:compile (default-compile) on project shop: Compilation failure: Compilation failure:
[ERROR] Source option 5 is no longer supported. Use 7 or later.`,
    later: `[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.8.0:compile (default-compile) on project crm-web: Compilation failure: Compilation failure:
[ERROR] Source option 6 is no longer supported. Use 8 or later.`,
  },
  {
    kind: 'clang: a dangling pointer is found by a sanitizer',
    learned: `==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x0000004f8a1b bp 0x7ffd1 sp 0x7ffd0
READ of size 4 at 0x602000000010 thread T0
    #0 0x4f8a1a in total /home/dev/shop/src/cart.c:31:12`,
    later: `==90210==ERROR: AddressSanitizer: heap-use-after-free on address 0x60b0000000f8 at pc 0x00000051ab77 bp 0x7ffe8 sp 0x7ffe4
READ of size 8 at 0x60b0000000f8 thread T0
    #0 0x51ab76 in queue_pop /home/dev/shop/lib/queue.c:104:20`,
  },
  {
    kind: 'g++: nothing matches the call',
    learned: `src/cart.cpp:14:15: error: no matching function for call to 'Cart::add(const char [4], int)'
   14 |   cart.add("abc", 2);
      |   ~~~~~~~~^~~~~~~~~~`,
    later: `lib/mail/queue.cpp:88:21: error: no matching function for call to 'Queue::push(std::string&)'
   88 |   queue.push(address);
      |   ~~~~~~~~~~^~~~~~~~~`,
  },
  {
    kind: 'dotnet: the packages are not restored',
    learned: `/usr/share/dotnet/sdk/8.0.100/Sdks/Microsoft.NET.Sdk/targets/Microsoft.PackageDependencyResolution.targets(266,5): error NETSDK1004: Assets file '/home/dev/shop/src/obj/project.assets.json' not found. Run a NuGet package restore to generate this file. [/home/dev/shop/src/Shop.csproj]`,
    later: `/usr/share/dotnet/sdk/9.0.203/Sdks/Microsoft.NET.Sdk/targets/Microsoft.PackageDependencyResolution.targets(266,5): error NETSDK1004: Assets file '/home/dev/shop/Crm.Web/obj/project.assets.json' not found. Run a NuGet package restore to generate this file. [/home/dev/shop/Crm.Web/Crm.Web.csproj]`,
  },
  {
    kind: 'docker: nobody can be asked',
    learned: `Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?`,
    later: `ERROR: Cannot connect to the Docker daemon at tcp://127.0.0.1:2375. Is the docker daemon running?`,
  },
  {
    kind: 'npm: the lock file does not fit',
    learned: `npm error code EUSAGE
npm error
npm error \`npm ci\` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with \`npm install\` before continuing.
npm error
npm error Missing: zod@4.1.0 from lock file`,
    later: `npm error code EUSAGE
npm error
npm error \`npm ci\` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with \`npm install\` before continuing.
npm error
npm error Invalid: lock file's vite@5.4.2 does not satisfy vite@7.1.0`,
  },
  {
    kind: 'pnpm: the lock file is frozen',
    learned: ` ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with <ROOT>/package.json`,
    later: ` ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with <ROOT>/packages/web/package.json`,
  },
  {
    kind: 'pip: a wheel cannot be built',
    learned: `  error: subprocess-exited-with-error

  × Building wheel for psycopg2 (pyproject.toml) did not run successfully.
  │ exit code: 1
ERROR: Failed building wheel for psycopg2
ERROR: Could not build wheels for psycopg2, which is required to install pyproject.toml-based projects`,
    later: `  error: subprocess-exited-with-error

  × Building wheel for lxml (pyproject.toml) did not run successfully.
  │ exit code: 1
ERROR: Failed building wheel for lxml
ERROR: Could not build wheels for lxml, which is required to install pyproject.toml-based projects`,
  },
  {
    kind: 'vite: an import cannot be resolved',
    learned: `[vite]: Rollup failed to resolve import "swiper/css" from "/home/dev/shop/src/main.ts".
This is most likely unintended because it can break your application at runtime.
If you do want to externalize this module explicitly add it to
\`build.rollupOptions.external\``,
    later: `[vite]: Rollup failed to resolve import "@crm/icons" from "/home/dev/shop/src/ui/Menu.vue".
This is most likely unintended because it can break your application at runtime.
If you do want to externalize this module explicitly add it to
\`build.rollupOptions.external\``,
  },
  {
    kind: 'git: the push is behind',
    learned: ` ! [rejected]        main -> main (non-fast-forward)
error: failed to push some refs to 'git.example.org:shop.git'
hint: Updates were rejected because the tip of your current branch is behind its remote counterpart.`,
    later: ` ! [rejected]        feature/mail -> feature/mail (non-fast-forward)
error: failed to push some refs to 'https://git.example.org/crm.git'
hint: Updates were rejected because the tip of your current branch is behind its remote counterpart.`,
  },
  {
    kind: 'postgres: a deadlock',
    learned: `error: deadlock detected
    at Parser.parseErrorMessage (/home/dev/shop/node_modules/pg-protocol/dist/parser.js:287:98)
  detail: 'Process 812 waits for ShareLock on transaction 5512; blocked by process 810.',
  code: '40P01',`,
    later: `error: deadlock detected
    at Parser.parseErrorMessage (/home/dev/shop/node_modules/pg-protocol/dist/parser.js:283:98)
  detail: 'Process 77 waits for ShareLock on transaction 99120; blocked by process 79.',
  code: '40P01',`,
  },
  {
    kind: 'mysql: a foreign key',
    learned: `Error: ER_NO_REFERENCED_ROW_2: Cannot add or update a child row: a foreign key constraint fails (\`shop\`.\`lines\`, CONSTRAINT \`fk_order\` FOREIGN KEY (\`order_id\`) REFERENCES \`orders\` (\`id\`))`,
    later: `Error: ER_NO_REFERENCED_ROW_2: Cannot add or update a child row: a foreign key constraint fails (\`crm\`.\`mails\`, CONSTRAINT \`mails_ibfk_3\` FOREIGN KEY (\`contact\`) REFERENCES \`contacts\` (\`uid\`))`,
  },
  {
    kind: 'kubectl: an unknown kind',
    learned: `error: resource mapping not found for name: "shop" namespace: "" from "deploy/ingress.yaml": no matches for kind "Ingress" in version "extensions/v1beta1"
ensure CRDs are installed first`,
    later: `error: resource mapping not found for name: "crm-jobs" namespace: "crm" from "k8s/jobs.yaml": no matches for kind "CronJob" in version "batch/v1beta1"
ensure CRDs are installed first`,
  },
  {
    kind: 'terraform: a cycle',
    learned: `Error: Cycle: aws_security_group.web, aws_security_group.db`,
    later: `Error: Cycle: module.crm.aws_iam_role.worker, module.crm.aws_iam_policy.queue, module.crm.aws_sqs_queue.mail`,
  },
  {
    kind: 'prisma: the client is not generated',
    learned: `Error: @prisma/client did not initialize yet. Please run "prisma generate" and try to import it again.
    at new PrismaClient (/home/dev/shop/node_modules/.prisma/client/default.js:43:11)
    at Object.<anonymous> (/home/dev/shop/src/db.ts:3:16)`,
    later: `Error: @prisma/client did not initialize yet. Please run "prisma generate" and try to import it again.
    at new PrismaClient (/home/dev/shop/node_modules/.prisma/client/default.js:43:11)
    at setup (/home/dev/shop/test/helpers/database.ts:18:12)`,
  },
  {
    kind: 'next: a hook in a server component',
    learned: `Error:   x You're importing a component that needs \`useState\`. This React Hook only works in a Client Component. To fix, mark the file (or its parent) with the \`"use client"\` directive.
   ,-[/home/dev/shop/app/cart/page.tsx:1:1]`,
    later: `Error:   x You're importing a component that needs \`useEffect\`. This React Hook only works in a Client Component. To fix, mark the file (or its parent) with the \`"use client"\` directive.
   ,-[/home/dev/shop/app/contacts/edit/form.tsx:3:1]`,
  },
  {
    kind: 'ruby: a constant is not loaded',
    learned: `NameError: uninitialized constant Shop::PriceList
./lib/shop/cart.rb:12:in \`total'
./spec/cart_spec.rb:9:in \`block (2 levels) in <top (required)>'`,
    later: `NameError: uninitialized constant Crm::Mail::Template
./lib/crm/mail/sender.rb:40:in \`render'
./spec/mail/sender_spec.rb:22:in \`block (3 levels) in <top (required)>'`,
  },
];
