import type { JudgeFailure } from '../../ports/judge';

/** Description of a failed or interrupted connection for humans. */
export interface ConnectionProblem {
  readonly why: JudgeFailure;
  readonly detail: string;
  readonly permanent: boolean;
}

/** Model servers by their default port. */
const DEFAULT_SERVERS: Readonly<Record<string, string>> = {
  '11434': 'Ollama',
  '8000': 'vLLM',
  '1234': 'LM Studio',
};

const BROKE_OFF = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE']);
const NAME_NOT_FOUND = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);
const TOO_SLOW = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const INSECURE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH)/;
/** The peer does not speak HTTP. */
const NO_HTTP = /^(?:HPE_|UND_ERR_HEADERS_OVERFLOW)/;

/** The answer could not be decompressed. */
const NOT_DECOMPRESSED = /^(?:Z_|ERR__ERROR_|ERR_BROTLI)/;

/** Uses only the system's error code: messages can quote request and response. */
export function describeConnectionProblem(
  error: unknown,
  { host, hostname, port }: URL,
): ConnectionProblem {
  const code = findErrorCode(error);
  const unreachable = (detail: string): ConnectionProblem => ({
    why: 'unreachable',
    detail,
    permanent: false,
  });
  if (code === 'ECONNREFUSED')
    return unreachable(
      `nothing listens on ${host}: is ${DEFAULT_SERVERS[port] ?? 'the model server'} running there?`,
    );
  if (NAME_NOT_FOUND.has(code))
    return unreachable(`no address was found for ${hostname}: check "url" and the network`);
  if (INSECURE.test(code))
    return unreachable(
      `no secure connection to ${host} (${code}): check http or https in "url", or make its certificate known with NODE_EXTRA_CA_CERTS`,
    );
  if (TOO_SLOW.has(code))
    return {
      why: 'timeout',
      detail: `${host} did not answer in time: try a faster model`,
      permanent: false,
    };
  if (NO_HTTP.test(code))
    return {
      why: 'service failure',
      detail: `the server at ${host} does not speak HTTP: check "url"`,
      permanent: false,
    };
  if (NOT_DECOMPRESSED.test(code))
    return {
      why: 'service failure',
      detail: `the response of ${host} cannot be decompressed: check the log of that server`,
      permanent: false,
    };
  if (isBadPort(error))
    return {
      why: 'unreachable',
      detail: `port ${port} is blocked for HTTP: make the server listen on another port`,
      permanent: true,
    };
  if (BROKE_OFF.has(code))
    return unreachable(`the connection to ${host} was closed: check the log of that server`);
  return unreachable(`${host} could not be reached: check "url" and the network`);
}

/** `fetch` has no code for the ports that it refuses. */
function isBadPort(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && cause.message === 'bad port';
}

/** Finds the innermost error code of a failed connection, because `fetch` wraps system errors; '' without one. */
export function findErrorCode(error: unknown): string {
  let [inner, code] = [error, ''];
  for (let depth = 0; depth < 5 && inner instanceof Object; depth += 1) {
    if ('code' in inner && typeof inner.code === 'string') ({ code } = inner as { code: string });
    inner = 'cause' in inner ? inner.cause : undefined;
  }
  return /^[A-Z0-9_]{1,64}$/.test(code) ? code : '';
}
