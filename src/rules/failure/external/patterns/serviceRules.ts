import type { ErrorText } from './errorText';
import { END, type ExternalRule } from './externalRule';
import { LIMIT_RULES, PAY } from './limitRules';

const LOG_IN = 'Log in: start the agent once by hand, or set its API key; then resume the task.';

/**
 * Errors that coding agents and their SDKs print about their service: Claude Code, Codex CLI, Gemini CLI, Aider, and
 * the clients of Anthropic, OpenAI, Google, OpenRouter. The first match counts: failures that require payment come
 * before transient ones.
 */
export const SERVICE_RULES: readonly ExternalRule[] = [
  ...LIMIT_RULES,
  {
    kind: 'authentication',
    handling: 'blocked',
    at: 'start',
    voice: 'agent',
    remedy: LOG_IN,
    pattern: new RegExp(
      String.raw`^(?:(?:Invalid|Missing) API key(?: provided)?${END}|Not logged in${END}|Please run /login|OAuth (?:access )?token (?:revoked|expired|has expired|has been revoked)|Your account does not have access to Claude|This organization has been disabled|Your organization has disabled|Could not resolve authentication method|Incorrect API key provided|API key not valid|You didn['’]t provide an API key|Please set an Auth method|When using (?:Gemini API|Vertex AI), you must specify|Missing environment variable: .?\w{0,60}(?:KEY|TOKEN)|The API provider is not able to authenticate you|No LLM model was specified and no API keys|Your (?:access|refresh) token (?:could not be refreshed|has expired|was revoked)|Failed to authenticate${END}|Authentication (?:required|failed|error)${END}|No authentication information found|You (?:are not|must be) (?:logged|signed) in|No API key (?:found|provided|set)|Your authentication token has (?:been invalidated|expired)|Provided authentication token is expired|The api_key client option must be set)`,
      'i',
    ),
  },
  {
    kind: 'authentication',
    handling: 'blocked',
    at: 'error',
    voice: 'agent',
    remedy: LOG_IN,
    pattern:
      /authentication_error|\bAuthenticationError:|\bPermissionDeniedError:|permission_error|invalid x-api-key|invalid_api_key|API_KEY_INVALID|UNAUTHENTICATED|api key not valid|incorrect api key|invalid api key|OAuth (?:access )?token (?:has|revoked|expired)|security token included in the request is (?:expired|invalid)|ExpiredToken|could not load (?:the default )?credentials|please run \/login|please (?:log|sign) in again/i,
  },
  {
    kind: 'outage',
    handling: 'retry',
    at: 'start',
    voice: 'agent',
    pattern: new RegExp(
      String.raw`^(?:Repeated (?:529 Overloaded errors|server overload)|Overloaded(?=\.?$)|Opus is experiencing high load|The model is (?:currently )?overloaded|The API provider['’]s servers are down|The API provider timed out|We['’]re currently experiencing high demand|Selected model is at capacity|The server had an error (?:while )?processing|Server error mid-response|stream disconnected before completion: An error occurred while processing|The service is (?:currently|temporarily) unavailable|The engine is currently overloaded|(?:Service Unavailable|Bad Gateway|Gateway Time-?out): \S)`,
      'i',
    ),
  },
  {
    kind: 'outage',
    handling: 'retry',
    at: 'error',
    voice: 'agent',
    pattern:
      /overloaded_error|\b(?:InternalServer|ServiceUnavailable|Overloaded)Error:|\bOverloaded\b|model is (?:currently )?overloaded|MODEL_CAPACITY_EXHAUSTED|\bstatus: UNAVAILABLE|"api_error"|\binternal server error\b|\bbad gateway\b|\bservice (?:is )?(?:temporarily |currently )?unavailable|\bgateway time-?out|upstream connect error or disconnect|no healthy upstream|server_is_overloaded|slow_down/i,
  },
  {
    kind: 'network',
    handling: 'blocked',
    at: 'error',
    voice: 'agent',
    remedy:
      "Make the certificate of the proxy trusted on this machine or correct the proxy's settings; then resume the task.",
    pattern:
      /certificate (?:verification|verify) failed|self[- ]signed certificate|Proxy Authentication Required/i,
  },
  {
    kind: 'network',
    handling: 'retry',
    at: 'start',
    voice: 'agent',
    pattern: new RegExp(
      String.raw`^(?:Unable to connect to (?:API|Anthropic)|stream disconnected before completion|Connection failed: |Error while reading the server response|Request timed out${END}|(?:Streaming )?Request timeout after \d|Connection error\.|Connection closed mid-response|Response stalled mid-stream|Internet connection is unreliable|Could not connect to the (?:API|server)${END}|Cannot connect to API: )`,
      'i',
    ),
  },
  {
    kind: 'network',
    handling: 'retry',
    at: 'error',
    voice: 'agent',
    pattern:
      /\bAPI(?:Connection|Timeout)Error:|error sending request for url|\bfetch failed\b|exception TypeError: fetch failed/i,
  },
];

/** HTTP status that an agent reports as the response of its service. */
const STATUS =
  /(?:last status:\s?|unexpected status\s|Error code:\s?|code:\s|status(?: code)?:?\s|\(Status:\s?|HTTP(?:\/[\d.]{1,3})?\s|"code\\{0,3}":\s?)([45]\d\d)\b/;
/** Status at the start of an SDK's message, not of a sentence that begins with a number. */
const FIRST_STATUS = /^\(?([45]\d\d)(?=$|\)|:? ?[A-Z{"'])/;
const FIRST_OF_SERVICE = /^\(?([45]\d\d)\b/;
const BARE_STATUS = /^(?:exceeded retry limit, last status:|unexpected status) ([45]\d\d)\b/;

/** Parses the status of the agent's service; undefined if the line contains none. */
export function parseServiceStatus({ text, lead }: ErrorText): number | undefined {
  if (lead === 'none') return parseNumber(BARE_STATUS, text);
  const first = lead === 'service' ? FIRST_OF_SERVICE : FIRST_STATUS;
  return parseNumber(first, text) ?? parseNumber(STATUS, text);
}

function parseNumber(pattern: RegExp, text: string): number | undefined {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

const rule = (
  kind: ExternalRule['kind'],
  handling: ExternalRule['handling'],
  remedy?: string,
): ExternalRule => ({
  kind,
  handling,
  at: 'start',
  voice: 'agent',
  pattern: /^/,
  ...(remedy === undefined ? {} : { remedy }),
});

/** Returns the rule for a status of the agent's service; undefined for statuses that prove nothing about it. */
export function findRuleForStatus(status: number): ExternalRule | undefined {
  if (status === 401 || status === 403) return rule('authentication', 'blocked', LOG_IN);
  if (status === 402) return rule('rate_limit', 'blocked', PAY);
  if (status === 407)
    return rule('network', 'blocked', 'Correct the proxy and its login; then resume the task.');
  if (status === 408) return rule('network', 'retry');
  if (status === 429) return rule('rate_limit', 'retry');
  if (status >= 500) return rule('outage', 'retry');
  return undefined;
}
