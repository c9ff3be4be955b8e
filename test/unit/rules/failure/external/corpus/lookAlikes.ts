import type { CorpusEntry } from './entry';

/** Replies of agents that ended well and talk of errors as part of their work. */
export const REPLIES_ABOUT_ERRORS: readonly CorpusEntry[] = [
  { of: 'operators', text: 'Overloaded: three operators.' },
  { of: 'a strategy about errors', text: 'STRATEGY: retry on 529\n\nAPI Error: 529 is retried.' },
  {
    of: 'a question for a human',
    text: 'Error: the tests cannot run, the database refuses connections (ECONNREFUSED 127.0.0.1:5432). Please start it.',
  },
  { of: 'a log, word for word', text: 'API Error: Connection error.\n'.repeat(20) },
  {
    of: 'a fix',
    text: 'I fixed the 401 Unauthorized error: the token was read before it was set.',
  },
  { of: 'a feature', text: 'The API now returns 429 Too Many Requests with `retry-after: 30`.' },
  { of: 'a limiter', text: 'Rate limit exceeded responses now carry Retry-After.' },
  {
    of: 'a status in the first words',
    text: 'API Error: 529 overloaded is now retried with backoff.',
  },
  {
    of: 'a block of code',
    text: 'This is what users see:\n```\nInvalid API key · Please run /login\n```',
  },
  { of: 'nothing but a block of code', text: '```\nAPI Error: 529 {"type":"error"}\n```' },
  {
    of: 'a log that it read',
    text: 'The log says:\n\nAPI Error: 529 {"type":"error","error":{"type":"overloaded_error"}}\nAPI Error: Connection error.',
  },
  {
    of: 'a list of log lines',
    text: '- API Error: 529 Overloaded\n- Error: connect ECONNREFUSED 10.0.0.5:443\n- 401 Unauthorized',
  },
  { of: 'a quotation', text: '> Invalid API key · Please run /login\n\nis printed twice.' },
  { of: 'a heading', text: '## Rate limit reached\n\nThe limiter counts per minute.' },
  { of: 'an explanation', text: 'When the API answers 503, the client waits and tries again.' },
  { of: 'a command that failed', text: 'Error: connect ECONNREFUSED 127.0.0.1:5432' },
  { of: 'a tool it could not start', text: 'sh: 1: jest: not found' },
  {
    of: 'an answer',
    text: 'No changes are needed: the login works, and the network error you saw comes from `npm ci`.',
  },
  {
    of: 'a long report that ends with an error',
    text: `${'The handler checks the key.\n'.repeat(20)}API Error: 529 {"type":"error"}`,
  },
  { of: 'a sentence about credit', text: 'Credit balance checks are done in `billing.ts`.' },
  { of: 'keys in the plural', text: 'Invalid API keys are rejected by the middleware.' },
  { of: 'nothing', text: '' },
];

/** Verifications whose failure is the agent's, or undecided: what they name is no cause from outside. */
export const THE_AGENTS_OWN: readonly CorpusEntry[] = [
  {
    of: 'an assertion that quotes an error',
    text: 'AssertionError: expected [Error: connect ECONNREFUSED 10.0.0.5:443] to be null',
  },
  {
    of: 'an error that a test waited for',
    text: 'Error: expected getaddrinfo ENOTFOUND api.example.com to be thrown',
  },
  {
    of: 'a log line of pytest',
    text: 'ERROR    shop.client:client.py:12 getaddrinfo ENOTFOUND api.example.com\n2 passed in 0.1s\nFAIL Required test coverage of 80% not reached.',
  },
  {
    of: 'an assertion on a status',
    text: '  1) login\n     rejects a wrong password:\n     AssertionError: expected 401 to equal 200\n      at Context.<anonymous> (test/login.test.js:9:20)',
  },
  {
    of: 'an assertion on an error',
    text: "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n+ actual - expected\n\n+ 'connect ECONNREFUSED 10.0.0.5:443'\n- 'ok'",
  },
  {
    of: 'the diff of Jest',
    text: '    Expected: "ok"\n    Received: "Error: getaddrinfo ENOTFOUND api.example.com"',
  },
  {
    of: 'the name of a test that passed',
    text: '  ✓ retries on ECONNREFUSED\n  ✓ Error: connect ECONNREFUSED 10.0.0.5:443 is told\n  1 passing',
  },
  {
    of: 'the name of a test that failed',
    text: '  1 failing\n\n  1) retries on ECONNREFUSED 10.0.0.5:443:\n     Error: nothing was retried',
  },
  {
    of: 'a log line of a test that passed',
    text: '2026-11-22T12:00:00Z ERROR connect ECONNREFUSED 10.0.0.5:443\n  ✓ survives\n  1 passing',
  },
  {
    of: 'a log line by level',
    text: '[error] 2026 nothing\nINFO Error: getaddrinfo ENOTFOUND api.example.com\nERROR:root:Error: getaddrinfo ENOTFOUND api.example.com',
  },
  {
    of: 'what a test printed in Jest',
    text: '  console.error\n    Error: getaddrinfo ENOTFOUND api.example.com\n\n      at log (src/a.js:1:1)\n\nPASS src/a.test.js\nERROR: Coverage for lines (70%) does not meet the threshold (80%)',
  },
  {
    of: 'what a test printed in vitest',
    text: 'stderr | src/a.test.ts > survives\nError: getaddrinfo ENOTFOUND api.example.com\n\n ✓ src/a.test.ts (1 test) 3ms',
  },
  {
    of: 'what a test printed in mocha, above the failures',
    text: 'Error: getaddrinfo ENOTFOUND api.example.com\n    ✓ survives\n\n  1 passing (4ms)\n  1 failing\n\n  1) adds:\n     3 is not 4',
  },
  {
    of: 'what a test printed in pytest',
    text: '----------------------------- Captured stdout call -----------------------------\nError: getaddrinfo ENOTFOUND api.example.com\n=========================== short test summary info ============================\nFAILED test_a.py::test_a - assert 3 == 4\n1 failed in 0.62s',
  },
  {
    of: 'a source listing',
    text: '    11 | try { connect(); }\n  > 12 | Error: connect ECONNREFUSED 10.0.0.5:443\n       | ^',
  },
  {
    of: 'a network failure beside an assertion',
    text: 'Error: getaddrinfo ENOTFOUND api.example.com\nAssertionError: expected 3 to equal 4',
  },
  {
    of: 'a network failure beside a type error',
    text: 'Error: getaddrinfo ENOTFOUND api.example.com\nTypeError: cart.total is not a function',
  },
  {
    of: 'one of three failed tests',
    text: 'Error: getaddrinfo ENOTFOUND api.example.com\n\nTests:       3 failed, 4 passed, 7 total',
  },
  {
    of: 'one of two failed tests in Go',
    text: '--- FAIL: TestFetch (0.01s)\n    fetch_test.go:12: dial tcp: lookup db.example.com: no such host\n--- FAIL: TestSum (0.00s)\n    sum_test.go:9: got 3, want 4\nFAIL',
  },
  {
    of: 'a missing module beside a type error',
    text: "src/a.ts(1,21): error TS2307: Cannot find module 'express' or its corresponding type declarations.\nsrc/a.ts(9,3): error TS2322: Type 'string' is not assignable to type 'number'.",
  },
  {
    of: 'a relative module',
    text: "Error: Cannot find module './cart'\nRequire stack:\n- /home/dev/shop/src/server.js",
  },
  { of: 'an absolute path', text: "Error: Cannot find module '/home/dev/shop/nofile.js'" },
  { of: 'a module by an alias', text: "Cannot find module '@/cart' from 'src/server.test.ts'" },
  {
    of: 'a relative module beside a package',
    text: "Cannot find module 'express' from 'src/a.test.js'\nCannot find module '../cart' from 'src/b.test.js'",
  },
  {
    of: 'a Python module that the task is to write',
    text: "E   ModuleNotFoundError: No module named 'calc'",
  },
  {
    of: 'a name that is not in a Python module',
    text: "ImportError: cannot import name 'total' from 'cart'",
  },
  { of: 'a status of the server under test', text: 'Error: Request failed with status code 401' },
  {
    of: 'a status that another was hoped for',
    text: 'Error: expected 200 "OK", got 503 "Service Unavailable"',
  },
  {
    of: 'a test that took too long',
    text: 'Error: Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called.',
  },
  { of: 'a network failure of nobody knows where', text: 'TypeError: fetch failed' },
  {
    of: 'an address that is in use',
    text: 'Error: listen EADDRINUSE: address already in use :::3000',
  },
  { of: 'a script of the project that is not there', text: 'sh: 1: ./verify.sh: not found' },
  {
    of: 'a file that is not there',
    text: "Error: ENOENT: no such file or directory, open 'data.json'",
  },
  {
    of: 'a warning of cargo, then an error of its own',
    text: 'warning: spurious network error (1 tries remaining): [6] Could not resolve host: index.crates.example\nerror[E0425]: cannot find value `x` in this scope',
  },
  {
    of: 'a panic in Rust',
    text: "thread 'main' panicked at src/main.rs:4:5:\nConnection refused (os error 111)",
  },
  {
    of: 'warnings of npm',
    text: 'npm warn deprecated left-pad@1.3.0: use String.prototype.padStart()',
  },
  {
    of: 'eslint',
    text: "/home/dev/shop/src/a.js\n  1:1  error  'ECONNREFUSED' is not defined  no-undef\n\n✖ 1 problem (1 error, 0 warnings)",
  },
  {
    of: 'watchers, which are no space on a disk',
    text: "Error: ENOSPC: System limit for number of file watchers reached, watch '/home/dev/shop'",
  },
  { of: 'nothing', text: '' },
  {
    of: 'a tool that is missing long before the end',
    text: `sh: 1: tput: not found\n${'building a part\n'.repeat(30)}3 problems found`,
  },
  {
    of: 'pytest, an assertion beside a host',
    text: `=================================== FAILURES ===================================
E       socket.gaierror: [Errno -2] Name or service not known
E       assert 3 == 4
=========================== short test summary info ============================
FAILED test_a.py::test_a - assert 3 == 4
1 failed in 0.62s`,
  },
  {
    of: 'an exception of the project in Java',
    text: 'Exception in thread "main" java.lang.IllegalStateException: no cart\nCaused by: java.net.UnknownHostException: db.example.com',
  },
];

/** Agents that ended badly (a time-out, a signal) while they worked: what they talk of did not end them. */
export const WORKING_TO_THE_END: readonly CorpusEntry[] = [
  { of: 'a number that is no status', text: 'error: 401 tests passed\nError: 500 lines changed' },
  { of: 'its limit of turns', text: 'Error: Reached max turns (10)' },
  {
    of: 'a plan after an error',
    text: 'Error: connect ECONNREFUSED 127.0.0.1:5432\nI will start the database first.',
  },
  {
    of: 'errors in prose',
    text: 'The endpoint answers 401 Unauthorized when the token is old.\nNext comes the 429 handling.',
  },
  {
    of: 'an error long before the end',
    text: `sh: 1: jest: not found\n${'Reading a file of the project.\n'.repeat(20)}`,
  },
  {
    of: 'a list',
    text: '- API Error: 529 Overloaded\n1. Error: getaddrinfo ENOTFOUND api.example.com',
  },
  { of: 'a block of code', text: '```\nsh: 1: jest: not found\n```' },
  { of: 'a test it ran', text: "Error: Cannot find module './cart'" },
  {
    of: 'a request too long',
    text: 'API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}',
  },
  {
    of: 'a request too long, printed as an object',
    text: 'Error when talking to Gemini API Full report available at: /tmp/report.json _ApiError: The input token count exceeds the maximum.\n  cause: {\n    code: 400\n  },\n  status: 400\n}',
  },
  {
    of: 'the status of a request that its program made',
    text: 'HttpError: the shop did not answer {\n  code: 503,\n  status: 503\n}',
  },
  {
    of: 'a network that came back',
    text: 'ERROR: Reconnecting... waiting for network\nReading the tests.\nError: Reached max turns (10)',
  },
  { of: 'an unknown option', text: "error: unknown option '--permission-mod'" },
  { of: 'nothing', text: '' },
];
