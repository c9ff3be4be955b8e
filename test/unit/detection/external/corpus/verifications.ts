import type { CorpusEntry } from './entry';

const tool = (subject: string) => ({ kind: 'missing_tool', then: 'blocked', subject }) as const;
const dependency = (subject: string) =>
  ({ kind: 'missing_dependency', then: 'blocked', subject }) as const;
const network = (subject: string) => ({ kind: 'network', then: 'retry', subject }) as const;
const login = { kind: 'authentication', then: 'blocked' } as const;

/** What verifications print when something outside the task failed. */
export const VERIFICATIONS: readonly CorpusEntry[] = [
  {
    of: 'npm, with dash',
    text: '> shop@1.0.0 test\n> jest\n\nsh: 1: jest: not found',
    is: tool('jest'),
  },
  {
    of: 'npm, with macOS sh',
    text: '> shop@1.0.0 test\n> jest\n\nsh: jest: command not found',
    is: tool('jest'),
  },
  { of: 'bash', text: 'bash: line 1: pytest: command not found', is: tool('pytest') },
  {
    of: 'a script in bash',
    text: './verify.sh: line 3: shellcheck: command not found',
    is: tool('shellcheck'),
  },
  { of: 'zsh', text: 'zsh:1: command not found: cargo', is: tool('cargo') },
  {
    of: 'cmd.exe',
    text: "'mvn' is not recognized as an internal or external command,\r\noperable program or batch file.",
    is: tool('mvn'),
  },
  {
    of: 'PowerShell',
    text: "go : The term 'go' is not recognized as the name of a cmdlet, function, script file, or operable program.",
    is: tool('go'),
  },
  { of: 'env', text: '/usr/bin/env: ‘node’: No such file or directory', is: tool('node') },
  {
    of: 'make',
    text: 'cargo test\nmake: cargo: No such file or directory\nmake: *** [Makefile:4: test] Error 127',
    is: tool('cargo'),
  },
  {
    of: 'Go without a C compiler',
    text: '# runtime/cgo\ncgo: C compiler "gcc" not found: exec: "gcc": executable file not found in $PATH',
    is: tool('gcc'),
  },
  {
    of: 'Maven without Java',
    text: "Error: JAVA_HOME is not set and no 'java' command could be found in your PATH.",
    is: tool('java'),
  },
  {
    of: 'macOS without Java',
    text: 'The operation couldn’t be completed. Unable to locate a Java Runtime.',
    is: tool('Java'),
  },
  {
    of: 'Windows without Python',
    text: 'Python was not found; run without arguments to install from the Microsoft Store, or disable this shortcut from Settings',
    is: tool('Python'),
  },
  {
    of: 'npx offline',
    text: 'npm error npx canceled due to missing packages and no YES option: ["vitest@3.2.4"]',
    is: tool('vitest'),
  },
  {
    of: 'Docker without its daemon',
    text: 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
    is: tool('Docker'),
  },
  {
    of: 'Docker Desktop on Windows',
    text: 'error during connect: this error may indicate that the docker daemon is not running: Get "http://%2F%2F.%2Fpipe%2Fdocker_engine/v1.24/containers/json": open //./pipe/docker_engine: The system cannot find the file specified.',
    is: tool('docker'),
  },
  {
    of: 'Playwright without browsers',
    text: "  1) [chromium] › login.spec.ts:3:1 › logs in\n\n    Error: browserType.launch: Executable doesn't exist at /home/dev/.cache/ms-playwright/chromium-1091/chrome-linux/chrome\n\n  1 failed\n    [chromium] › login.spec.ts:3:1 › logs in",
    is: { kind: 'missing_tool', then: 'blocked' },
  },
  {
    of: 'Node without node_modules',
    text: "node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module 'express'\nRequire stack:\n- /home/dev/shop/src/server.js\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15) {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: [ '/home/dev/shop/src/server.js' ]\n}\n\nNode.js v20.20.2",
    is: dependency('express'),
  },
  {
    of: 'Node without node_modules, ESM',
    text: "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@fastify/cors' imported from /home/dev/shop/src/server.mjs",
    is: dependency('@fastify/cors'),
  },
  {
    of: 'Node, a runner in node_modules',
    text: "Error: Cannot find module '/home/dev/shop/node_modules/jest/bin/jest.js'",
    is: dependency('jest'),
  },
  {
    of: 'Jest without node_modules',
    text: " FAIL  src/server.test.js\n  ● Test suite failed to run\n\n    Cannot find module 'supertest/lib/agent' from 'src/server.test.js'\n\n    > 1 | const request = require('supertest/lib/agent');\n        | ^\n\n      at Resolver._throwModNotFoundError (node_modules/jest-resolve/build/resolver.js:427:11)\n\nTest Suites: 1 failed, 1 total\nTests:       0 total",
    is: dependency('supertest'),
  },
  {
    of: 'tsc without node_modules',
    text: "src/server.ts(1,21): error TS2307: Cannot find module 'express' or its corresponding type declarations.",
    is: dependency('express'),
  },
  {
    of: 'webpack',
    text: "ERROR in ./src/index.js 1:0-26\nModule not found: Error: Can't resolve 'react' in '/home/dev/shop/src'",
    is: dependency('react'),
  },
  {
    of: 'Python',
    text: 'Traceback (most recent call last):\n  File "/home/dev/shop/app.py", line 1, in <module>\n    import numpy as np\nModuleNotFoundError: No module named \'numpy\'',
    is: dependency('numpy'),
  },
  {
    of: 'Python, a part of a module',
    text: "ModuleNotFoundError: No module named 'yaml.loader'",
    is: dependency('yaml'),
  },
  { of: 'python -m', text: '/usr/bin/python3: No module named pytest', is: dependency('pytest') },
  {
    of: 'pytest, while it collects',
    text: "==================================== ERRORS ====================================\n_________________________ ERROR collecting test_a.py __________________________\nImportError while importing test module '/home/dev/shop/test_a.py'.\nHint: make sure your test modules/packages have valid Python names.\nTraceback:\ntest_a.py:1: in <module>\n    import pandas\nE   ModuleNotFoundError: No module named 'pandas'\n=========================== short test summary info ============================\nERROR test_a.py\n!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!\n=============================== 1 error in 0.08s ===============================",
    is: dependency('pandas'),
  },
  {
    of: 'pip, a name that is not there',
    text: 'ERROR: Could not find a version that satisfies the requirement left-padx (from versions: none)\nERROR: No matching distribution found for left-padx',
    is: dependency('left-padx'),
  },
  {
    of: 'npm, a name that is not there',
    text: "npm error code E404\nnpm error 404 Not Found - GET https://registry.example.com/left-padx - Not found\nnpm error 404\nnpm error 404  'left-padx@^1.0.0' is not in this registry.",
    is: dependency('left-padx'),
  },
  {
    of: 'Go, a module that is not required',
    text: 'main.go:4:2: no required module provides package github.com/gin-gonic/gin; to add it:\n\tgo get github.com/gin-gonic/gin',
    is: dependency('github.com/gin-gonic/gin'),
  },
  {
    of: 'Ruby',
    text: "<internal:/usr/lib/ruby/rubygems/core_ext/kernel_require.rb>:136:in `require': cannot load such file -- rspec (LoadError)",
    is: dependency('rspec'),
  },
  {
    of: 'PHP without vendor',
    text: "PHP Fatal error:  Uncaught Error: Failed opening required '/home/dev/shop/vendor/autoload.php' (include_path='.')",
    is: dependency('vendor/autoload.php'),
  },
  {
    of: 'npm, no network',
    text: 'npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error errno ENOTFOUND\nnpm error network request to https://registry.example.com/left-pad failed, reason: getaddrinfo ENOTFOUND registry.example.com\nnpm error network This is a problem related to network connectivity.',
    is: network('registry.example.com'),
  },
  {
    of: 'pip, no network',
    text: "WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f>: Failed to establish a new connection: [Errno -2] Name or service not known')': /simple/requests/\nERROR: Could not install packages due to an OSError: HTTPSConnectionPool(host='pypi.example.com', port=443): Max retries exceeded with url: /simple/requests/ (Caused by NewConnectionError('Name or service not known'))",
    is: network('pypi.example.com'),
  },
  {
    of: 'cargo, no network',
    text: 'warning: spurious network error (1 tries remaining): [6] Could not resolve hostname (Could not resolve host: index.crates.example)\nerror: failed to get `anyhow` as a dependency of package `shop v0.1.0 (/home/dev/shop)`\n\nCaused by:\n  [6] Could not resolve hostname (Could not resolve host: index.crates.example)',
    is: network('index.crates.example'),
  },
  {
    of: 'Go, no network',
    text: 'go: github.com/pkg/errors@v0.9.1: Get "https://proxy.example.com/github.com/pkg/errors/@v/v0.9.1.mod": dial tcp: lookup proxy.example.com on 127.0.0.53:53: server misbehaving',
    is: network('proxy.example.com'),
  },
  {
    of: 'Maven, no network',
    text: '[ERROR] Failed to execute goal on project shop: Could not resolve dependencies for project com.example:shop:jar:1.0: Failed to collect dependencies: Could not transfer artifact junit:junit:pom:4.13 from/to central (https://maven.example.com/maven2): maven.example.com: Unknown host maven.example.com',
    is: network('maven.example.com'),
  },
  {
    of: 'Java',
    text: 'Exception in thread "main" java.net.UnknownHostException: db.example.com',
    is: network('db.example.com'),
  },
  {
    of: 'git, no network',
    text: "fatal: unable to access 'https://git.example.com/shop.git/': Could not resolve host: git.example.com",
    is: network('git.example.com'),
  },
  {
    of: 'curl',
    text: 'curl: (6) Could not resolve host: api.example.com',
    is: network('api.example.com'),
  },
  {
    of: 'Node, fetch',
    text: 'TypeError: fetch failed\n    at node:internal/deps/undici/undici:14976:13 {\n  [cause]: Error: getaddrinfo EAI_AGAIN api.example.com\n      at GetAddrInfoReqWrap.onlookupall [as oncomplete] (node:dns:122:26)',
    is: network('api.example.com'),
  },
  {
    of: 'Node, a database that is not there',
    text: 'Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16)',
    is: network('127.0.0.1:5432'),
  },
  {
    of: 'a browser test',
    text: '  1 failed\nError: page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000/',
    is: network('localhost:3000'),
  },
  {
    of: 'Go tests of a host',
    text: '--- FAIL: TestFetch (0.01s)\n    fetch_test.go:12: dial tcp: lookup db.example.com: no such host\nFAIL\nFAIL\texample.com/shop\t0.012s',
    is: network('db.example.com'),
  },
  {
    of: 'a certificate',
    text: 'npm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error request to https://registry.example.com/left-pad failed, reason: self-signed certificate in certificate chain',
    is: { kind: 'network', then: 'blocked', subject: 'registry.example.com' },
  },
  {
    of: 'npm, no login',
    text: 'npm error code E401\nnpm error Unable to authenticate, your authentication token seems to be invalid.',
    is: login,
  },
  {
    of: 'npm, a rate limit',
    text: 'npm error code E429\nnpm error 429 Too Many Requests - GET https://registry.example.com/left-pad\nretry-after: 120',
    is: { kind: 'rate_limit', then: 'retry', wait: 120 },
  },
  {
    of: 'npm, an outage',
    text: 'npm error code E503\nnpm error 503 Service Unavailable - GET https://registry.example.com/left-pad',
    is: { kind: 'outage', then: 'retry' },
  },
  {
    of: 'git with a key that is refused',
    text: 'git@github.com: Permission denied (publickey).\r\nfatal: Could not read from remote repository.',
    is: { ...login, subject: 'github.com' },
  },
  {
    of: 'git that cannot ask',
    text: "fatal: could not read Username for 'https://github.com': terminal prompts disabled",
    is: { ...login, subject: 'github.com' },
  },
  {
    of: 'Docker, a private image',
    text: "docker: Error response from daemon: pull access denied for acme/shop, repository does not exist or may require 'docker login'.",
    is: { ...login, subject: 'acme/shop' },
  },
  {
    of: 'Docker, a rate limit',
    text: 'Error response from daemon: toomanyrequests: You have reached your unauthenticated pull rate limit.',
    is: { kind: 'rate_limit', then: 'retry' },
  },
  {
    of: 'Gradle, an outage',
    text: "> Could not GET 'https://maven.example.com/maven2/junit/junit.pom'. Received status code 503 from server: Service Unavailable",
    is: { kind: 'outage', then: 'retry', subject: 'maven.example.com' },
  },
  {
    of: 'a full disk, Node',
    text: "Error: ENOSPC: no space left on device, open '/home/dev/shop/coverage/lcov.info'",
    is: { kind: 'disk_full', then: 'blocked', subject: '/home/dev/shop/coverage/lcov.info' },
  },
  {
    of: 'a full disk, Python',
    text: "OSError: [Errno 28] No space left on device: '/var/tmp/x'",
    is: { kind: 'disk_full', then: 'blocked', subject: '/var/tmp/x' },
  },
  {
    of: 'a full disk, bash',
    text: 'bash: line 1: echo: write error: No space left on device',
    is: { kind: 'disk_full', then: 'blocked' },
  },
  {
    of: 'a full disk, Windows',
    text: 'There is not enough space on the disk.',
    is: { kind: 'disk_full', then: 'blocked' },
  },
  {
    of: 'a used-up quota',
    text: 'error: unable to write file coverage: EDQUOT: disk quota exceeded, write',
    is: { kind: 'disk_full', then: 'blocked' },
  },
  {
    of: 'npm may not write',
    text: "npm error code EACCES\nnpm error syscall mkdir\nnpm error path /usr/lib/node_modules\nnpm error Error: EACCES: permission denied, mkdir '/usr/lib/node_modules'",
    is: { kind: 'permission', then: 'blocked', subject: '/usr/lib/node_modules' },
  },
  {
    of: 'Python may not write',
    text: "PermissionError: [Errno 13] Permission denied: '/var/log/shop.log'",
    is: { kind: 'permission', then: 'blocked', subject: '/var/log/shop.log' },
  },
  {
    of: 'a shell may not start it',
    text: 'sh: 1: ./verify.sh: Permission denied',
    is: { kind: 'permission', then: 'blocked', subject: './verify.sh' },
  },
  {
    of: 'a file system that is read only',
    text: 'mkdir: cannot create directory ‘/opt/build’: Read-only file system',
    is: { kind: 'permission', then: 'blocked', subject: '/opt/build' },
  },
  {
    of: 'Windows denies',
    text: "Error: EPERM: operation not permitted, rename 'C:\\shop\\dist' -> 'C:\\shop\\old'",
    is: { kind: 'permission', then: 'blocked', subject: 'C:\\shop\\dist' },
  },
  {
    of: 'vitest, a package that is not there',
    text: " FAIL  src/a.test.ts [ src/a.test.ts ]\nError: Cannot find package 'zod' imported from '/home/dev/shop/src/a.ts'\n ❯ src/a.ts:1:1\nCaused by: Error: Failed to load url zod (resolved id: zod) in /home/dev/shop/src/a.ts. Does the file exist?\n\n Test Files  1 failed (1)\n      Tests  no tests",
    is: dependency('zod'),
  },
  {
    of: 'pytest, a host without a name',
    text: `=================================== FAILURES ===================================
__________________________________ test_rates __________________________________

    def test_rates():
        assert BASE
>       r = requests.get("https://api.example.com/rates")

test_rates.py:5:
    def connect(self):
        assert self.host
E       socket.gaierror: [Errno -2] Name or service not known

/usr/lib/python3/socket.py:962: gaierror
E           requests.exceptions.ConnectionError: HTTPSConnectionPool(host='api.example.com', port=443): Max retries exceeded with url: /rates (Caused by NameResolutionError("Failed to resolve 'api.example.com' ([Errno -2] Name or service not known)"))
=========================== short test summary info ============================
FAILED test_rates.py::test_rates - requests.exceptions.ConnectionError: HTTPSConnectionPool(host='api.example.com', port=443): Max retries exceeded with url: /rates (Caused by NewConnectionError)
============================== 1 failed in 0.62s ===============================`,
    is: network('api.example.com'),
  },
  {
    of: 'psycopg',
    text: 'psycopg2.OperationalError: connection to server at "db.example.com" (10.0.0.5), port 5432 failed: Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?',
    is: network('db.example.com'),
  },
  {
    of: 'redis-py',
    text: 'redis.exceptions.ConnectionError: Error 111 connecting to localhost:6379. Connection refused.',
    is: network('localhost:6379'),
  },
  {
    of: 'node-postgres, two addresses',
    text: 'AggregateError [ECONNREFUSED]: \n    at internalConnectMultiple (node:net:1122:18) {\n  [errors]: [\n    Error: connect ECONNREFUSED ::1:5432\n        at createConnectionError (node:net:1652:14)\n  ]\n}',
    is: network('::1:5432'),
  },
  {
    of: 'Gradle, no network',
    text: "> Could not resolve junit:junit:4.13.\n   > Could not get resource 'https://maven.example.com/junit.pom'.\n      > Could not GET 'https://maven.example.com/junit.pom'.\n         > maven.example.com: Temporary failure in name resolution",
    is: network('maven.example.com'),
  },
  {
    of: 'the Gradle wrapper',
    text: 'Exception in thread "main" java.net.UnknownHostException: services.gradle.example',
    is: network('services.gradle.example'),
  },
  {
    of: 'NuGet, no network',
    text: '/home/dev/shop/Shop.csproj : error NU1301: Unable to load the service index for source https://api.nuget.example/v3/index.json.',
    is: network('api.nuget.example'),
  },
  {
    of: 'a shell that may not write',
    text: '/bin/sh: 1: cannot create /opt/out.txt: Permission denied',
    is: { kind: 'permission', then: 'blocked', subject: '/opt/out.txt' },
  },
];
