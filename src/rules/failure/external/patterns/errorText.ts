import { LEADING_TIME } from '../../../output/leadingTime';

/** A line of an error without its lead-ins. */
export interface ErrorText {
  readonly text: string;
  /** Kind of lead-in: `service`, by which an agent introduces an error of its service; `error`, of any program. */
  readonly lead: 'none' | 'error' | 'service';
}

/** Maximum number of characters read of a line. */
const LOOKED_AT = 1_000;

/** Marks that agents print before errors; bullets, quotes and numbers only mention errors. */
const MARKS = /^(?:[✕✖×■⎿⚠❌⨯⚡\s]|🖐|📝|\uFE0F){1,20}/u;
/** A status for a limit, before a message and before the body of a response. */
const STATUS_FIRST = /^(?:402|429):? "?(?=[A-Z])/;
const STATUS_AND_BODY = /^(?:402|429):? (?=\{")/;

const SERVICE_LEADS: readonly RegExp[] = [
  /^Failed to authenticate\. (?=API Error:)/,
  /^\[?API Error(?::\s*|\s+(?=\(|\d{3}\b))\(?/,
  /^(?:stream|Codex) error:\s*/,
  /^litellm\.(?:[\w.]{0,60}\.)?(?=\w{1,60}:)/,
  /^Error when talking to \w{1,20} API\b[^:]{0,40}:?\s*/,
];

const ERROR_LEADS: readonly RegExp[] = [
  /^npm (?:error|ERR!)\s*/,
  /^(?:\[(?:ERROR|error|FATAL|fatal)\]:?|(?:ERROR|FATAL|ERR_PNPM_\w{1,60}):?|(?:Fatal error|fatal error|Error|error|Fatal|fatal):)\s+/,
  /^error An unexpected error occurred:\s*/,
  /^(?:Uncaught|Unhandled|Unexpected error:?|Error: Error:)\s+(?=\S)/,
  /^(?:Caused by|\[cause\]|reason|remote|ssh|docker|go|git|wget|OCI runtime exec failed):\s+/,
  /^(?:curl|\[\d{1,3}\])(?:: \(\d{1,3}\))?\s+/,
  /^[\w.$]{0,200}(?:Error|Exception|gaierror|timeout|Timeout)(?: \[[\w-]{1,40}\])?:\s+/,
  /^Exception in thread "[^"]{1,100}" /,
  /^E\s{2,}/,
  /^(?:FAILED|ERROR) \S{1,400} - /,
  /^[\w./-]{1,200}_test\.go:\d{1,7}:\s+/,
  /^[^\s:(]{1,300}[:(]\d{1,7}(?:[:,]\d{1,7})?\)?(?::| -)\s+(?:error|ERROR):?\s+/,
  /^> (?=Could not |Failed to |[\w.-]{1,250}: |No such host )/,
  /^Error (?=response from daemon:|code: \d{3})/,
];

/** Lead-ins of agents that other programs use for errors of their own. */
const AGENT_LEADS = [
  ...ERROR_LEADS,
  /^\[?(?:Backend|Internal|Provider|Server|WebSocket CAPI) [Ee]rror[\]:]\s+/,
  /^Error running [\w ]{1,40} task: /,
];

/** Lead-ins of programs that verifications run: package managers, clients of databases and clouds, build logs. */
const VERIFICATION_LEADS: readonly RegExp[] = [
  /^#\d{1,4} (?:\d{1,6}\.\d{1,3} )?(?=\S)|^\d{1,5}\.\d{3} (?=\S)/,
  /^cause: /,
  /^Unhandled error event: /,
  /^FAILED (?=[\w.$]{1,80}Error: )/,
  /^Error \w{2,20}ing \S{1,80}: (?=\S)/,
  /^[\w./-]{1,200}\.go:\d{1,7}:\d{1,7}: (?=[\w./-]{1,200}@v)/,
  /^│\s+/,
  /^[EW]: /,
  /^(?:➤ )?YN\d{4}: (?:│ )?/,
  /^×\s+(?=Failed to |Request failed|HTTP )/,
  /^(?:╰─▶|├─▶)\s/,
  /^\[FAILED\] /,
  /^(?:psql|googleapi|autorest\/azure|rpc error|gh|helm|kubectl|gcloud|aws|composer|bundler|gem|pip|uv|apk|redis-cli|buildx|buildah|podman|skopeo): /,
  /^Unable to connect to the server: /,
  /^(?:INSTALLATION|UPGRADE) FAILED: /,
  /^\(gcloud\.[\w.-]{1,80}\) /,
  /^FATAL: {1,3}/,
  /^Error (?=from server)/,
  /^##\[error\]/,
  /^(?:[A-Z]\w{0,60}::){1,5}\w{1,60}:? /,
  /^(?:\w{1,60}\\){1,6}\w{1,60}: /,
  /^PHP Fatal error: {1,2}/,
  /^[\w.]{1,200}(?:Exception|Error)\$\w{1,60}: /,
  /^(?:google\.api_core\.exceptions|azure\.core\.exceptions|botocore\.(?:errorfactory|exceptions)|requests\.exceptions|httpx|httpcore|aiohttp(?:\.\w{1,40}){0,3}|urllib3\.exceptions|grpc(?:\.\w{1,40}){0,3})\.\w{1,60}: /,
];

const LEADS_IN_OUTPUT = [...ERROR_LEADS, ...VERIFICATION_LEADS];

/** Error classes whose name is the message: they count as lead-in, but are kept. */
const TELLING =
  /^(?:[\w.$]{0,100}\.)?(?:UnknownHostException|(?:RateLimit|Authentication|APIConnection|APITimeout|InternalServer|ServiceUnavailable|PermissionDenied|BudgetExceeded|Overloaded)Error|ConnectTimeout(?:Error)?):/;

/** What stands before a message without stating a failure: the label of a program, the mark and name of a failed check. */
const LABEL = /^\[[a-z][\w.:-]{0,40}\] (?=\S)|^(?:✗|✘|✕|✖|×) [^:]{1,100}: (?=\S)/;
/** A connection that could not be made states an error without a lead-in. */
const UNREACHED =
  /^(?:Failed to connect to \S|request to https?:\/\/\S{1,500} failed, reason: |(?:Could not|Cannot|Failed to|Unable to|Error \w{2,20}ing)\b.{0,400}https?:\/\/)/;

/** Strips the lead-ins of a line; returns the kind of lead-in. */
export function parseErrorText(line: string, speaker: 'agent' | 'verification'): ErrorText {
  let text = line.length > LOOKED_AT ? line.slice(0, LOOKED_AT) : line;
  let lead: ErrorText['lead'] = 'none';
  text = text.trim();
  if (speaker === 'agent') {
    const said = parseJsonMessage(text);
    if (said !== undefined) [text, lead] = [said, 'service'];
    text = text.replace(MARKS, '').replace(LEADING_TIME, '').trimStart();
    if (STATUS_AND_BODY.test(text)) return { text, lead: 'service' };
    text = text.replace(STATUS_FIRST, '');
  }
  if (speaker === 'verification' && !/^\[(?:error|fatal)\]/.test(text))
    text = text.replace(LABEL, '');
  for (let times = 0; times < 8; times += 1) {
    if (TELLING.test(text)) return { text, lead: lead === 'none' ? 'error' : lead };
    const service = SERVICE_LEADS.find((pattern) => pattern.test(text));
    const leads = speaker === 'agent' ? AGENT_LEADS : LEADS_IN_OUTPUT;
    const found = service ?? leads.find((pattern) => pattern.test(text));
    if (found === undefined) break;
    text = text.replace(found, '').trimStart();
    if (service !== undefined) lead = 'service';
    else if (lead === 'none') lead = 'error';
  }
  if (lead === 'none' && speaker === 'verification' && UNREACHED.test(text)) lead = 'error';
  return { text, lead };
}

/** Extracts the error message of an agent that prints JSON; undefined if the line is not such an object. */
function parseJsonMessage(text: string): string | undefined {
  if (/^"message":\s?"/.test(text)) return unescapeText(text.replace(/^"message":\s?"/, ''));
  if (!text.startsWith('{')) return undefined;
  const failed =
    /"is_error":\s?true|"type":\s?"(?:(?:session\.)?error|turn\.failed|too_many_requests_error)"|^\{"error":\s?\{/.test(
      text,
    );
  if (!failed) return undefined;
  const said = /"(?:result|message)":\s?"((?:[^"\\]|\\.){1,600})/.exec(text)?.[1];
  return said === undefined ? undefined : unescapeText(said);
}

function unescapeText(text: string): string {
  return text
    .replace(/\\n/g, ' ')
    .replace(/\\(["\\/])/g, '$1')
    .replace(/",?$/, '');
}
