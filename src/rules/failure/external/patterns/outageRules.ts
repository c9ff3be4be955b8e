import { isOwnHost } from './isOwnHost';
import type { ExternalRule } from './externalRule';

/** Statuses by which a service says that it fails temporarily, without a word about the request. */
const CODES = { outage: '(?:50[234]|52[0-4]|529)', rate_limit: '429' } as const;
const PHRASES = {
  outage:
    '(?:Bad Gateway|Serv(?:ice|er)(?: is)?(?: currently| temporarily)? Unavailable|Gateway Time-?out|(?:Site )?Overloaded)',
  rate_limit: 'Too Many Requests',
} as const;
type Kind = keyof typeof CODES;

/** A host in an address, or where clients name the other side without one. */
const HOST = String.raw`\[[0-9a-fA-F:.]{2,60}\](?::\d{1,5})?|[\w.-]{0,250}\w(?::\d{1,5})?`;
const NAMED = new RegExp(
  String.raw`(?:https?:\/\/(?:[^\s\/@]{1,100}@)?|\bhost='|\bipv[46]:(?:%5B)?|\battempted address: |\bdial tcp |\blookup |\bremote_addr=|\bendpoint URL: "https?:\/\/)(?<subject>${HOST})`,
);
/** As above, in a line that has to name the other side. */
const ADDRESS = String.raw`(?:https?:\/\/|\bhost='|\bendpoint URL: ")`;

const rule = (
  kind: ExternalRule['kind'],
  pattern: string,
  at: ExternalRule['at'] = 'start',
): ExternalRule => ({
  ...{ kind, handling: 'retry', at, vague: true },
  pattern: new RegExp(pattern, 'i'),
  names: NAMED,
  isOwn: isOwnHost,
});

/** A rule for each kind of status; in the pattern, CODE and PHRASE stand for the kind's own. */
const statuses = (pattern: string, at?: ExternalRule['at']): readonly ExternalRule[] =>
  (['outage', 'rate_limit'] as const).map((kind) => rule(kind, fill(pattern, kind), at));

function fill(pattern: string, kind: Kind): string {
  return pattern
    .replaceAll('CODE', String.raw`['"]?${CODES[kind]}(?!\d|\.\d)['"]?`)
    .replaceAll('PHRASE', PHRASES[kind]);
}

/** Sentences of HTTP clients that state the status of a response: curl, git, axios, ky, got, requests, httpx, Java, .NET … */
const SENTENCES = [
  String.raw`(?:The )?request(?: to \S{1,300})? failed with (?:an? )?(?:HTTP )?(?:status|response)(?: code)?:? CODE`,
  String.raw`(?:HTTP )?Response code:? CODE`,
  String.raw`The requested URL returned error: CODE`,
  String.raw`(?:RPC failed; )?(?:result=22, )?HTTP(?: code =)? CODE curl 22\b`,
  String.raw`Server returned HTTP response code: CODE`,
  String.raw`(?:the )?server (?:responded|replied|answered) with (?:a )?(?:HTTP )?(?:status|error)(?: code)?(?: of)?:? CODE`,
  String.raw`Response status code does not indicate success: CODE`,
  String.raw`(?:received|got) unexpected (?:HTTP )?(?:status|response)(?: code)?:? CODE`,
  String.raw`HTTP (?:request )?(?:failed|error)[:!,]? (?:with )?(?:status )?(?:code )?CODE`,
  String.raw`HTTP(?: status)? CODE(?:[:,]? \(?PHRASE|[:.]|$)`,
  String.raw`HTTP status (?:server|client) error \(CODE`,
  String.raw`(?:[\w.]{1,100}Error: )?Error code: CODE - `,
  String.raw`Error CODE: `,
  String.raw`(?:GaxiosError: )?CODE (?:Server|Client) Error`,
  String.raw`(?:Server|Client) error ['"\x60]?CODE`,
  String.raw`Operation returned an invalid status(?: code)? ['"]?(?:CODE|PHRASE)`,
  String.raw`CODE, message='`,
  String.raw`<?HttpError CODE when requesting `,
  String.raw`RESPONSE(?: Status)?:? CODE`,
  String.raw`(?:Service returned an error\. )?(?:original request failed.{0,100})?Status(?:Code)?=CODE`,
  String.raw`operation error [\w ]{1,60}: \w{1,80},.{0,200}StatusCode: CODE`,
  String.raw`HTTP request sent, awaiting response\.{3} CODE`,
] as const;

const PAIR = String.raw`CODE[\s:,(-]{1,4}PHRASE`;
const PAIR_BACK = String.raw`PHRASE['")]?[\s:,(-]{1,5}CODE`;

/** Codes of errors of cloud services, by the kind of failure. */
const CLOUD_CODES = {
  rate_limit:
    '(?:Throttl(?:ing|ed)\\w{0,30}|RequestThrottled\\w{0,20}|TooManyRequests\\w{0,20}|RequestLimitExceeded|ProvisionedThroughputExceeded\\w{0,20}|SlowDown|RequestRateTooLarge|429)',
  outage:
    '(?:ServiceUnavailable\\w{0,20}|InternalFailure|InternalServerError|RequestTimeout\\w{0,20}|ServerBusy|ServerTimeout|GatewayTimeout|OperationTimedOut|50[234])',
} as const;

const clouds = (pattern: (codes: string) => string, at?: ExternalRule['at']) =>
  (['outage', 'rate_limit'] as const).map((kind) => rule(kind, pattern(CLOUD_CODES[kind]), at));

/** Words by which a text itself says that the cause lies outside. */
const OUTSIDE = String.raw`(?:the |an? )?(?:external|third[- ]party|upstream|remote) (?:[\w-]{1,30} ){0,2}(?:service|API|server|provider|dependency|host|endpoint)s?`;
const DOWN = String.raw`(?:unavailable|unreachable|down|offline|overloaded|not (?:available|reachable|responding)|timed out|(?:has )?failed to respond)`;

/**
 * Services that fail temporarily, as the clients of verifications state it. Such a statement does not prove which service it
 * is, unless it names a host: a host of the project's own is the agent's.
 */
export const OUTAGE_RULES: readonly ExternalRule[] = [
  ...SENTENCES.flatMap((sentence) => statuses(`^${sentence}`)),
  // A bare status fills its line.
  ...statuses(String.raw`^${PAIR}(?: \[IP: [^\]]{1,60}\])?[.!]?$`),
  ...statuses(String.raw`^(?:Error )?${PAIR}`, 'error'),
  ...statuses(
    String.raw`(?:[:([,'"\x60>]\s?|\s-\s|\s(?:got|status|HTTP|error|code|returned|a)\s['"\x60]?|HTTP\/[\d.]{1,3}\s)${PAIR}`,
    'error',
  ),
  ...statuses(String.raw`(?:^|[:(,]\s)${PAIR_BACK}`, 'error'),
  // With the address of the other side, wherever the status stands.
  ...statuses(
    String.raw`^(?=.{0,800}${ADDRESS})(?:(?:GET|POST|PUT|HEAD|PATCH|DELETE) \S|(?:\[\w{3,6}\] "?https?:)|(?:Failed|Could not|Cannot|Unable|Error|Status code:|download of|failed to)\b|.{0,200}\b(?:unexpected status|received unexpected HTTP status|could not be downloaded|HTTP response from|bad response)).{0,900}?(?:${PAIR}|${PAIR_BACK}|\b(?:status(?: code)?|code is|got|returned|response|error|HTTP|-)[\s:=]{1,3}CODE\b|(?:->|→|=>) CODE|^Status code: CODE)`,
  ),
  ...statuses(
    String.raw`^(?=.{0,800}${ADDRESS}).{0,900}?\b(?:status(?: code)?|code|got|HTTP)[\s:=]{1,3}CODE\b`,
    'error',
  ),
  rule('rate_limit', String.raw`\btoo many 429 error responses`, 'error'),
  rule('outage', String.raw`\btoo many 50[234] error responses`, 'error'),
  ...clouds((codes) => String.raw`\bAn error occurred \(${codes}\) when calling the `),
  ...clouds((codes) => String.raw`^A client error \(${codes}\) occurred when calling the `),
  ...clouds((codes) => String.raw`^\(${codes}\) \S`, 'error'),
  ...clouds((codes) => String.raw`\bapi error ${codes}: `, 'error'),
  ...clouds((codes) => String.raw`^(?:ERROR CODE|Code): ${codes}$`),
  ...clouds((codes) => String.raw`^from server \(${codes}\)`, 'error'),
  rule('rate_limit', String.raw`^Rate exceeded$`, 'error'),
  rule('rate_limit', String.raw`^Too many requests received\. Retry after`, 'error'),
  rule(
    'rate_limit',
    String.raw`^(?:429 )?(?:Quota|Rate limit) exceeded for (?:quota|metric|resource|aiplatform)`,
    'error',
  ),
  // AWS in Node.
  ...statuses(String.raw`^httpStatusCode: CODE,?$`),
  // gRPC; a message that is too large exhausts a resource of the program itself.
  rule(
    'rate_limit',
    String.raw`(?:^|: )(?:8 )?RESOURCE_EXHAUSTED: (?!.{0,60}larger than)|\bcode = ResourceExhausted desc = (?!.{0,60}larger than)|^status = StatusCode\.RESOURCE_EXHAUSTED`,
  ),
  rule(
    'outage',
    String.raw`(?:^|: )(?:14 )?UNAVAILABLE: |\bcode = Unavailable desc = |^status = StatusCode\.UNAVAILABLE|^details = "failed to connect to all addresses`,
  ),
  rule('outage', String.raw`(?:^|: )(?:4 )?DEADLINE_EXCEEDED: (?=.{0,400}\bremote_addr=)`),
  rule(
    'outage',
    String.raw`^(?:\w{1,60}Error: )?50[34] (?:The (?:service|server)|failed to connect|Socket closed|recvmsg|Connection|Broken pipe|DNS resolution|502:|Deadline|upstream)`,
    'error',
  ),
  rule('rate_limit', String.raw`^429 (?:Quota|Resource|Rate|Too|POST|GET)`, 'error'),
  rule(
    'outage',
    String.raw`^(?:[\w -]{1,60}: )?${OUTSIDE}(?: is| was| are)?(?: currently| temporarily)? ${DOWN}(?=$|[.!,;]|:? \(|:? \d{3}$)`,
  ),
  rule(
    'outage',
    String.raw`^upstream connect error or disconnect/reset before headers|^no healthy upstream$`,
  ),
  // Databases and clusters that start, stop or elect.
  rule(
    'outage',
    String.raw`^(?:FATAL: {1,3})?the database system is (?:starting up|shutting down|in recovery mode)`,
  ),
  rule('outage', String.raw`^(?:LOADING Redis is loading the dataset|CLUSTERDOWN |MASTERDOWN )`),
  rule(
    'outage',
    String.raw`^(?:from server: |from server \(\w{1,40}\): )?etcdserver: (?:request timed out|leader changed|no leader)`,
  ),
  rule(
    'outage',
    String.raw`^from server \(Timeout\): the server was unable to return a response`,
    'error',
  ),
];
