import type { CorpusEntry } from './entry';

/** Verifications that mention outages and statuses, and fail for another reason. */
export const NO_OUTAGES: readonly CorpusEntry[] = Object.entries({
  'chai on a status': 'AssertionError: expected 503 to equal 200',
  'Jest on a status': '    expect(received).toBe(expected)\n\n    Expected: 200\n    Received: 503',
  supertest: 'Error: expected 200 "OK", got 503 "Service Unavailable"',
  'pytest on a status': 'E       assert 503 == 200',
  'unittest on a status': 'AssertionError: 503 != 200',
  'RSpec on a status':
    '     Failure/Error: expect(response).to have_http_status(200)\n       expected the response to have status code 200 but it was 503',
  'PHPUnit on a status': 'Failed asserting that 503 is identical to 200.',
  'Go on a status':
    '--- FAIL: TestRates (0.01s)\n    rates_test.go:12: status = 503 Service Unavailable, want 200 OK',
  'Go on a status, got and want':
    '--- FAIL: TestRates (0.01s)\n    rates_test.go:12: got 503 Service Unavailable, want 200 OK',
  'a comparison of a message':
    'Error: "Request failed with status code 503" !== "ok"\nRequest failed with status code 503 != ok',
  'a test that waits for a 503':
    'AssertionError: expected promise to be rejected with "HTTP 503 Service Unavailable"',
  'an outage beside an assertion':
    'AxiosError: Request failed with status code 503\nAssertionError: expected 3 to equal 4',
  'an outage beside a type error':
    'curl: (22) The requested URL returned error: 503\nTypeError: cart.total is not a function',
  'an outage beside a compile error':
    "curl: (22) The requested URL returned error: 503\nsrc/a.ts(9,3): error TS2322: Type 'string' is not assignable to type 'number'.",
  'an outage, then other problems':
    'curl: (22) The requested URL returned error: 503\n2 problems: totals are wrong',
  'an outage, then a failed check': 'HTTP 503 Service Unavailable\n✗ totals differ\n✗ names differ',
  'one of two marked tests':
    '✗ rates are shown\n  Request failed with status code 503\n✗ totals are right\n  3 is not 4',
  'one of three counted tests':
    'AxiosError: Request failed with status code 503\n\nTests:       3 failed, 4 passed, 7 total',
  'its own server':
    'AxiosError: Request failed with status code 503\n  config: {\n    url: "http://localhost:3000/api/rates",',
  'its own server in requests':
    'requests.exceptions.HTTPError: 503 Server Error: Service Unavailable for url: http://127.0.0.1:8288/queue',
  'a test client':
    'requests.exceptions.HTTPError: 503 Server Error: Service Unavailable for url: http://testserver/rates',
  'a container of its own':
    "requests.exceptions.ConnectionError: HTTPConnectionPool(host='api', port=8000): Max retries exceeded with url: /rates",
  'a mirror on this machine':
    'W: Failed to fetch http://127.0.0.1:3142/debian/Packages  503  Service Unavailable',
  'a request without a host': 'Error: GET /health answered 503 Service Unavailable',
  'a browser’s console':
    'Failed to load resource: the server responded with a status of 503 (Service Unavailable)',
  'an internal error': 'Error: Request failed with status code 500',
  'a missing page':
    'requests.exceptions.HTTPError: 404 Client Error: Not Found for url: https://api.example.com/rates',
  'a bad request': 'AxiosError: Request failed with status code 400',
  'a number': 'Error: 503 rows are missing',
  'a number of errors': '429 problems',
  'a version': 'Error: needs at least version 5.0.3',
  'a test’s name': 'HTTP 503 Service Unavailable should be retried',
  'a test’s name that passed':
    '✓ Request failed with status code 503 is shown\n1 passing\nERROR: Coverage for lines (70%) does not meet the threshold (80%)',
  'an access log': '10.0.0.1 - - [25/Nov/2026] "GET /rates HTTP/1.1" 503 12\nFAIL totals',
  'a limiter of its own': 'Error: Too many requests, please try again later.',
  'an exception of its own': 'ServiceUnavailableException: Service Unavailable',
  'a time-out of nobody knows whom': 'Error: timeout of 5000ms exceeded',
  'a slow test':
    'Error: Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called.',
  'a service that its test names': 'Error: expected "external service unavailable" to be shown',
  'a program too greedy':
    'Error: 8 RESOURCE_EXHAUSTED: Received message larger than max (5000000 vs. 4194304)',
  'a broken plugin':
    "google.api_core.exceptions.ServiceUnavailable: 503 Getting metadata from plugin failed with error: 'str' object has no attribute 'before_request'",
  'a gRPC method':
    'Error: 12 UNIMPLEMENTED: The server does not implement the method /shop.Rates/List',
  'gRPC, its own server':
    'Error: 14 UNAVAILABLE: No connection established. Last error: connect ECONNREFUSED 127.0.0.1:50051',
  'a denied action':
    'botocore.exceptions.ClientError: An error occurred (AccessDenied) when calling the PutObject operation: Access Denied',
  'a wrong parameter':
    'botocore.exceptions.ClientError: An error occurred (ValidationException) when calling the PutItem operation: Invalid key',
  'a manifest': 'Error from server (NotFound): deployments.apps "shop" not found',
  'a relation': 'psql: error: ERROR:  relation "carts" does not exist',
  'a command of Redis':
    'redis.exceptions.ResponseError: WRONGTYPE Operation against a key holding the wrong kind of value',
  'a build step':
    'ERROR: failed to solve: process "/bin/sh -c npm test" did not complete successfully: exit code: 1',
  'a provider':
    'Error: Unsupported argument\n│\n│   on main.tf line 3, in resource "aws_instance" "a":',
  'a retry that helped': 'Request failed with status code 503, retrying in 5 s\nTotals are wrong',
  'an element': 'TimeoutError: locator.click: Timeout 30000ms exceeded.',
  'a mock':
    'Error: Nock: No match for request {"method":"GET","url":"https://api.example.com/rates"}',
}).map(([of, text]) => ({ of, text }));
