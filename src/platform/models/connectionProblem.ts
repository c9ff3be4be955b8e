import type { JudgeFailure } from '../../ports/judge';

/** What humans are told of a connection that was not made, or broke off. */
export interface ConnectionProblem {
  readonly why: JudgeFailure;
  readonly detail: string;
  readonly permanent: boolean;
}

/** Who listens at which port unless told otherwise. */
const USUAL: Readonly<Record<string, string>> = {
  '11434': 'Ollama',
  '8000': 'vLLM',
  '1234': 'LM Studio',
};

const BROKE_OFF = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE']);
const NO_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);
const TOO_SLOW = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);
const INSECURE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH)/;
/** What speaks there speaks no HTTP. */
const NO_HTTP = /^(?:HPE_|UND_ERR_HEADERS_OVERFLOW)/;

/** The answer could not be decompressed. */
const NOT_UNPACKED = /^(?:Z_|ERR__ERROR_|ERR_BROTLI)/;

/** Says it by the system's error code alone: messages may quote what was sent or said. */
export function connectionProblem(
  error: unknown,
  { host, hostname, port }: URL,
): ConnectionProblem {
  const code = codeOf(error);
  const unreachable = (detail: string): ConnectionProblem => ({
    why: 'unreachable',
    detail,
    permanent: false,
  });
  if (code === 'ECONNREFUSED')
    return unreachable(
      `nothing listens at ${host}: is ${USUAL[port] ?? 'the model server'} running there?`,
    );
  if (NO_NAME.has(code))
    return unreachable(`no address is known for ${hostname}: check "url" and the network`);
  if (INSECURE.test(code))
    return unreachable(
      `there is no secure connection to ${host} (${code}): check http or https in "url", or make its certificate known with NODE_EXTRA_CA_CERTS`,
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
      detail: `what answers at ${host} speaks no HTTP: check "url"`,
      permanent: false,
    };
  if (NOT_UNPACKED.test(code))
    return {
      why: 'service failure',
      detail: `what ${host} answered cannot be unpacked: look at the log of the server there`,
      permanent: false,
    };
  if (isBadPort(error))
    return {
      why: 'unreachable',
      detail: `no connection is ever made to port ${port}, which is kept for something else: let the server listen at another one`,
      permanent: true,
    };
  if (BROKE_OFF.has(code))
    return unreachable(`the connection to ${host} broke off: look at the log of the server there`);
  return unreachable(`${host} could not be reached: check "url" and the network`);
}

/** `fetch` has no code for the ports that it refuses. */
function isBadPort(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && cause.message === 'bad port';
}

/** The innermost code: `fetch` wraps what the system said. Empty where there is none. */
function codeOf(error: unknown): string {
  let [inner, code] = [error, ''];
  for (let depth = 0; depth < 5 && inner instanceof Object; depth += 1) {
    if ('code' in inner && typeof inner.code === 'string') ({ code } = inner as { code: string });
    inner = 'cause' in inner ? inner.cause : undefined;
  }
  return /^[A-Z0-9_]{1,64}$/.test(code) ? code : '';
}
