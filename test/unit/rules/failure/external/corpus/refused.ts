import type { CorpusEntry } from './entry';

const dependency = (subject: string) =>
  ({ kind: 'missing_dependency', handling: 'blocked', subject }) as const;
const network = (subject: string) => ({ kind: 'network', handling: 'retry', subject }) as const;
const login = { kind: 'authentication', handling: 'blocked' } as const;

/** What verifications print when a host, a service or the machine refuses. */
export const REFUSED: readonly CorpusEntry[] = [
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
    is: { kind: 'network', handling: 'blocked', subject: 'registry.example.com' },
  },
  {
    of: 'npm, no login',
    text: 'npm error code E401\nnpm error Unable to authenticate, your authentication token seems to be invalid.',
    is: login,
  },
  {
    of: 'npm, a rate limit',
    text: 'npm error code E429\nnpm error 429 Too Many Requests - GET https://registry.example.com/left-pad\nretry-after: 120',
    is: { kind: 'rate_limit', handling: 'retry', wait: 120 },
  },
  {
    of: 'npm, an outage',
    text: 'npm error code E503\nnpm error 503 Service Unavailable - GET https://registry.example.com/left-pad',
    is: { kind: 'outage', handling: 'retry' },
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
    is: { kind: 'rate_limit', handling: 'retry' },
  },
  {
    of: 'Gradle, an outage',
    text: "> Could not GET 'https://maven.example.com/maven2/junit/junit.pom'. Received status code 503 from server: Service Unavailable",
    is: { kind: 'outage', handling: 'retry', subject: 'maven.example.com' },
  },
  {
    of: 'a full disk, Node',
    text: "Error: ENOSPC: no space left on device, open '/home/dev/shop/coverage/lcov.info'",
    is: { kind: 'disk_full', handling: 'blocked', subject: '/home/dev/shop/coverage/lcov.info' },
  },
  {
    of: 'a full disk, Python',
    text: "OSError: [Errno 28] No space left on device: '/var/tmp/x'",
    is: { kind: 'disk_full', handling: 'blocked', subject: '/var/tmp/x' },
  },
  {
    of: 'a full disk, bash',
    text: 'bash: line 1: echo: write error: No space left on device',
    is: { kind: 'disk_full', handling: 'blocked' },
  },
  {
    of: 'a full disk, Windows',
    text: 'There is not enough space on the disk.',
    is: { kind: 'disk_full', handling: 'blocked' },
  },
  {
    of: 'a used-up quota',
    text: 'error: unable to write file coverage: EDQUOT: disk quota exceeded, write',
    is: { kind: 'disk_full', handling: 'blocked' },
  },
  {
    of: 'npm may not write',
    text: "npm error code EACCES\nnpm error syscall mkdir\nnpm error path /usr/lib/node_modules\nnpm error Error: EACCES: permission denied, mkdir '/usr/lib/node_modules'",
    is: { kind: 'permission', handling: 'blocked', subject: '/usr/lib/node_modules' },
  },
  {
    of: 'Python may not write',
    text: "PermissionError: [Errno 13] Permission denied: '/var/log/shop.log'",
    is: { kind: 'permission', handling: 'blocked', subject: '/var/log/shop.log' },
  },
  {
    of: 'a shell may not start it',
    text: 'sh: 1: ./verify.sh: Permission denied',
    is: { kind: 'permission', handling: 'blocked', subject: './verify.sh' },
  },
  {
    of: 'a file system that is read only',
    text: 'mkdir: cannot create directory ‘/opt/build’: Read-only file system',
    is: { kind: 'permission', handling: 'blocked', subject: '/opt/build' },
  },
  {
    of: 'Windows denies',
    text: "Error: EPERM: operation not permitted, rename 'C:\\shop\\dist' -> 'C:\\shop\\old'",
    is: { kind: 'permission', handling: 'blocked', subject: 'C:\\shop\\dist' },
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
    is: { kind: 'permission', handling: 'blocked', subject: '/opt/out.txt' },
  },
  {
    of: 'pip, which blames the package',
    text: "WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f>: Failed to establish a new connection: [Errno -2] Name or service not known')': /simple/requests/\nERROR: Could not find a version that satisfies the requirement requests (from versions: none)\nERROR: No matching distribution found for requests",
    is: { kind: 'network', handling: 'retry' },
  },
];
