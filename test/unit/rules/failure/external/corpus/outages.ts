import type { CorpusEntry } from './entry';

type Is = NonNullable<CorpusEntry['is']>;

const of = (kind: Is['kind'], entries: Readonly<Record<string, string>>, subject?: string) =>
  Object.entries(entries).map(([name, text]): CorpusEntry => ({
    of: name,
    text,
    is: { kind, handling: 'retry', ...(subject === undefined ? {} : { subject }) },
  }));

/** What verifications print when a service does not answer or limits its callers, by client, without a named host. */
const UNNAMED = [
  ...of('outage', {
    'the loop-detection-algorithm decision': 'API timeout: external service unavailable',
    'a plain status': 'HTTP 503 Service Unavailable',
    curl: 'curl: (22) The requested URL returned error: 503',
    'curl with a phrase': 'curl: (22) The requested URL returned error: 502 Bad Gateway',
    axios: 'AxiosError: Request failed with status code 503',
    'axios in Jest':
      '  ● rates › are shown\n\n    Request failed with status code 504\n\n      at settle (node_modules/axios/lib/core/settle.js:19:12)\n\nTests:       1 failed, 4 passed, 5 total',
    got: 'HTTPError: Response code 503 (Service Unavailable)',
    urllib: 'urllib.error.HTTPError: HTTP Error 503: Service Temporarily Unavailable',
    openai:
      "openai.InternalServerError: Error code: 503 - {'error': {'message': 'The server is overloaded'}}",
    '.NET':
      'System.Net.Http.HttpRequestException: Response status code does not indicate success: 503 (Service Unavailable).',
    Spring:
      'org.springframework.web.client.HttpServerErrorException$ServiceUnavailable: 503 Service Unavailable: [no body]',
    Faraday: 'Faraday::ServerError: the server responded with status 503',
    'wget of busybox': 'wget: server returned error: HTTP/1.1 503 Service Unavailable',
    'git, a push':
      'error: RPC failed; HTTP 503 curl 22 The requested URL returned error: 503\nfatal: the remote end hung up unexpectedly',
    'docker pull':
      'Error response from daemon: received unexpected HTTP status: 503 Service Unavailable',
    'gRPC in Node': 'Error: 14 UNAVAILABLE: No connection established',
    'gRPC in Go': 'rpc error: code = Unavailable desc = the service is currently unavailable',
    'gRPC in Python':
      'grpc._channel._InactiveRpcError: <_InactiveRpcError of RPC that terminated with:\n\tstatus = StatusCode.UNAVAILABLE\n\tdetails = "recvmsg:Connection reset by peer"\n>',
    'gRPC in Java': 'io.grpc.StatusRuntimeException: UNAVAILABLE: io exception',
    'Google Cloud in Python':
      'google.api_core.exceptions.ServiceUnavailable: 503 The service is currently unavailable.',
    'Google Cloud in Go':
      'googleapi: Error 503: The service is currently unavailable., backendError',
    gcloud: 'ERROR: (gcloud.run.deploy) UNAVAILABLE: The service is currently unavailable.',
    'Azure in Python': 'azure.core.exceptions.HttpResponseError: (ServerBusy) The server is busy.',
    'S3 in Python':
      'botocore.exceptions.ClientError: An error occurred (503) when calling the HeadObject operation: Service Unavailable',
    kubectl:
      'Error from server (ServiceUnavailable): the server is currently unable to handle the request',
    'kubectl, etcd': 'Error from server: etcdserver: request timed out',
    psql: 'psql: error: FATAL:  the database system is starting up',
    'redis-cli': 'LOADING Redis is loading the dataset in memory',
    'a service behind Envoy':
      'upstream connect error or disconnect/reset before headers. reset reason: connection timeout',
  }),
  ...of('rate_limit', {
    'axios, a limit': 'Error: Request failed with status code 429',
    ky: 'HTTPError: Request failed with status code 429 Too Many Requests',
    'curl, a limit':
      'curl: (22) The requested URL returned error: 429\nmake: *** [Makefile:12: test] Error 22',
    boto: 'botocore.exceptions.ClientError: An error occurred (ThrottlingException) when calling the DescribeStacks operation (reached max retries: 4): Rate exceeded',
    'S3 in Go':
      'operation error S3: GetObject, https response error StatusCode: 503, RequestID: X, api error SlowDown: Please reduce your request rate.'.replace(
        'StatusCode: 503',
        'StatusCode: 429',
      ),
    'AWS in Node': 'ThrottlingException: Rate exceeded',
    'a quota of Google':
      "google.api_core.exceptions.ResourceExhausted: 429 Quota exceeded for quota metric 'Write requests'",
    'Azure in Go': 'RESPONSE 429: 429 Too Many Requests\nERROR CODE: TooManyRequests',
    'Azure in .NET': "Operation returned an invalid status code '429'",
    'gRPC, a limit': 'Error: 8 RESOURCE_EXHAUSTED: Quota exceeded',
  }),
];

/** The same, with the host. */
const NAMED = [
  ...of(
    'outage',
    {
      requests:
        'requests.exceptions.HTTPError: 503 Server Error: Service Unavailable for url: https://api.example.com/rates',
      httpx:
        "httpx.HTTPStatusError: Server error '503 Service Unavailable' for url 'https://api.example.com/rates'",
      aiohttp:
        "aiohttp.client_exceptions.ClientResponseError: 503, message='Service Unavailable', url='https://api.example.com/rates'",
      ofetch: 'FetchError: [GET] "https://api.example.com/rates": 503 Service Unavailable',
      Java: 'Caused by: java.io.IOException: Server returned HTTP response code: 503 for URL: https://api.example.com/rates',
      git: "fatal: unable to access 'https://api.example.com/shop.git/': The requested URL returned error: 503",
      npm: 'npm error code E503\nnpm error 503 Service Unavailable - GET https://api.example.com/left-pad',
      pnpm: ' ERR_PNPM_FETCH_503  GET https://api.example.com/left-pad: Service Unavailable - 503',
      pip: 'ERROR: HTTP error 503 while getting https://api.example.com/a.whl',
      uv: '  × Failed to fetch: `https://api.example.com/simple/a/`\n  ╰─▶ HTTP status server error (503 Service Unavailable) for url (https://api.example.com/simple/a/)',
      cargo:
        'error: failed to download from `https://api.example.com/a`\n\nCaused by:\n  failed to get successful HTTP response from `https://api.example.com/a` (151.101.1.91), got 503',
      Maven:
        '[ERROR] Failed to execute goal on project shop: Could not transfer artifact junit:junit:pom:4.13 from/to central (https://api.example.com/maven2): status code: 503, reason phrase: Service Unavailable (503)',
      Gradle:
        "> Could not GET 'https://api.example.com/a.pom'. Received status code 502 from server: Bad Gateway",
      apt: 'Err:1 http://api.example.com/ubuntu bionic/main amd64 a amd64 1.0\n  503  Service Unavailable [IP: 52.177.174.250 80]\nE: Failed to fetch http://api.example.com/ubuntu/a.deb  503  Service Unavailable [IP: 52.177.174.250 80]\nE: Unable to fetch some archives, maybe run apt-get update or try with --fix-missing?',
      'docker build':
        '#3 ERROR: failed to copy: httpReadSeeker: failed open: unexpected status code https://api.example.com/v2/library/python/manifests/sha256:81: 503 Service Unavailable\n------\nERROR: failed to solve: python:3.11: failed to resolve source metadata',
      'docker, one address':
        'Error response from daemon: Head "https://api.example.com/v2/a/manifests/1": received unexpected HTTP status: 503 Service Unavailable',
      gh: 'HTTP 503: Service Unavailable (https://api.example.com/graphql)',
      Guzzle:
        'GuzzleHttp\\Exception\\ServerException: Server error: `GET https://api.example.com/rates` resulted in a `503 Service Unavailable` response',
      composer:
        'The "https://api.example.com/packages.json" file could not be downloaded (HTTP/1.1 503 Service Unavailable)',
      dnf: '[FAILED] a.rpm: Status code: 503 for https://api.example.com/a.rpm (IP: 8.43.85.67)',
    },
    'api.example.com',
  ),
  ...of(
    'rate_limit',
    {
      'requests, a limit':
        'requests.exceptions.HTTPError: 429 Client Error: Too Many Requests for url: https://api.example.com/rates',
      'docker build, a limit':
        'ERROR: failed to solve: a: unexpected status from HEAD request to https://api.example.com/v2/a/manifests/1: 429 Too Many Requests',
      googleapiclient:
        'googleapiclient.errors.HttpError: <HttpError 429 when requesting https://api.example.com/v4/a returned "Quota exceeded">',
    },
    'api.example.com',
  ),
  ...of(
    'network',
    {
      'requests without a cause':
        "requests.exceptions.ConnectionError: HTTPSConnectionPool(host='api.example.com', port=443): Max retries exceeded with url: /rates",
      'requests, a time-out':
        "TimeoutError: The read operation timed out\nurllib3.exceptions.ReadTimeoutError: HTTPSConnectionPool(host='api.example.com', port=443): Read timed out. (read timeout=5)\nrequests.exceptions.ReadTimeout: HTTPSConnectionPool(host='api.example.com', port=443): Read timed out. (read timeout=5)",
      undici:
        'TypeError: fetch failed\n    at node:internal/deps/undici/undici:14976:13 {\n  [cause]: ConnectTimeoutError: Connect Timeout Error (attempted address: api.example.com:443, timeout: 10000ms)'.replace(
          'api.example.com:443',
          'api.example.com',
        ),
      'aiohttp, a connection':
        'aiohttp.client_exceptions.ClientConnectorError: Cannot connect to host api.example.com ssl:default [Connect call failed]',
      'npm, a time-out': 'npm error network timeout at: https://api.example.com/left-pad',
      'boto, a connection':
        'botocore.exceptions.EndpointConnectionError: Could not connect to the endpoint URL: "https://api.example.com/"',
      'docker, a time-out':
        'Error response from daemon: Get "https://api.example.com/v2/": net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)',
      Terraform:
        'Error: Failed to query available provider packages\n│\n│ Could not retrieve the list of available versions for provider hashicorp/null: could not connect to\n│ api.example.com: Failed to request discovery document: Get\n│ "https://api.example.com/.well-known/terraform.json": net/http: request canceled while waiting for connection\n│ (Client.Timeout exceeded while awaiting headers)',
      'apt, a resolver':
        "W: Failed to fetch http://api.example.com/debian/InRelease  Temporary failure resolving 'api.example.com'",
      'kubectl, a refusal':
        'The connection to the server api.example.com was refused - did you specify the right host or port?',
      'kubectl, a time-out':
        'Unable to connect to the server: dial tcp api.example.com: i/o timeout',
      Redis: 'Could not connect to Redis at api.example.com: Connection refused',
      'psql, a time-out':
        'psql: error: connection to server at "api.example.com" (10.0.0.5), port 5432 failed: Connection timed out',
      'psql, a resolver':
        'psql: error: could not translate host name "api.example.com" to address: Temporary failure in name resolution',
      'Java, a time-out':
        'Caused by: org.apache.http.conn.ConnectTimeoutException: Connect to api.example.com [/10.0.0.5] failed: connect timed out',
      Ruby: 'Net::OpenTimeout: Failed to open TCP connection to api.example.com (execution expired)',
    },
    'api.example.com',
  ),
];

const SUMMARY = `=================================== FAILURES ===================================
E           requests.exceptions.HTTPError: 503 Server Error: Service Unavailable for url: https://api.example.com/rates
=========================== short test summary info ============================
FAILED test_rates.py::test_rates - requests.exceptions.HTTPError: 503 Server Error: Service Unav...
============================== 1 failed in 0.62s ===============================`;

export const OUTAGES: readonly CorpusEntry[] = [
  ...UNNAMED,
  ...NAMED,
  ...of('outage', { 'pytest, which cuts its summary': SUMMARY }, 'api.example.com'),
  ...of('network', {
    'urllib3 without its pool': 'Max retries exceeded with url: /rates (Caused by ResponseError)',
    'curl, a connection': 'curl: (28) Connection timed out after 10001 milliseconds',
  }),
  ...of('outage', {
    'a mocha test':
      '  1 failing\n\n  1) rates\n       are shown:\n     AxiosError: Request failed with status code 503\n      at settle (node_modules/axios/lib/core/settle.js:19:12)',
    'a long build': `${Array.from({ length: 250 }, (_, at) => `Unpacking part ${at}`).join('\n')}\ncurl: (22) The requested URL returned error: 503`,
  }),
];
