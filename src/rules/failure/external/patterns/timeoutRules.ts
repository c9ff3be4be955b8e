import { isOwnHost } from './isOwnHost';
import type { ExternalRule } from './externalRule';

const HOST = String.raw`(?<subject>\[[0-9a-fA-F:.]{2,60}\](?::\d{1,5})?|[\w.-]{1,250}(?![\w.-])(?::\d{1,5})?)`;
/** Words for a connection that did not come about, or broke off. */
const BROKEN = String.raw`(?:tim(?:ed|e)[- ]?out|i\/o timeout|Client\.Timeout exceeded|deadline exceeded|execution expired|connection (?:reset|aborted|closed)|request canceled|unexpected EOF|: EOF$|unreachable|TLS handshake|temporary (?:failure|error)|Could not connect|Cannot connect|connect error|Max retries exceeded|hang up|other side closed|aborted|Socket timeout|ESOCKETTIMEDOUT|ETIMEDOUT|ECONNRESET|connection failed)`;

const network = (
  pattern: string,
  at: ExternalRule['at'] = 'error',
  more: Partial<ExternalRule> = {},
): ExternalRule => ({
  ...{ kind: 'network', handling: 'retry', at, isOwn: isOwnHost },
  pattern: new RegExp(pattern, 'i'),
  ...more,
});

/** Connections to named hosts that time out or break off, and the few that need no name. */
export const TIMEOUT_RULES: readonly ExternalRule[] = [
  network(
    String.raw`^(?!.{0,1000}(?:certificate|CERT_))(?:.{0,600}?\bhost=['"]${HOST}.{0,40})?.{0,200}?Max retries exceeded with url`,
    'start',
    { vague: true },
  ),
  network(String.raw`\bhost=['"]${HOST}.{0,600}${BROKEN}`),
  network(String.raw`\bhttps?:\/\/(?:[^\s\/@]{1,100}@)?${HOST}.{0,600}${BROKEN}`),
  network(String.raw`${BROKEN}.{0,300}?\bhttps?:\/\/(?:[^\s\/@]{1,100}@)?${HOST}`),
  network(String.raw`\b(?:attempted address|attempted addresses): ${HOST}`),
  network(
    String.raw`\bConnect(?:ion)? to (?:tcp:\/\/)?(?=[\w-]{1,63}[.:])${HOST} .{0,200}${BROKEN}`,
  ),
  network(String.raw`\bCannot connect to host ${HOST}`),
  network(
    String.raw`\b(?:Failed to open TCP connection|connect(?:ing)?) to (?=[\w-]{1,63}[.:])${HOST} .{0,100}${BROKEN}`,
  ),
  network(String.raw`\bTemporary failure resolving '${HOST}`, 'start'),
  network(String.raw`\bCould not connect to ${HOST} \([\d.:a-f]{3,60}\)`, 'error'),
  network(String.raw`^The connection to the server ${HOST} was refused`, 'start'),
  network(
    String.raw`\b(?:could not translate host name|unable to resolve host address|Failed to resolve) ['"‘“]${HOST}`,
  ),
  network(
    String.raw`^Could not connect to Redis at ${HOST}:? (?:Connection|Name|Temporary|Operation|No route)`,
    'start',
  ),
  network(
    String.raw`^(?:(?:ERROR )?200[235] \(HY000\): )?(?:Can't connect to|Lost connection to|Unknown) MySQL server (?:on|at|host) '${HOST}`,
    'start',
  ),
  network(String.raw`^All attempts to connect to ${HOST} failed`, 'start'),
  network(String.raw`\bin connection to ${HOST}$`),
  network(String.raw`\bbad address '${HOST}'`),
  network(String.raw`^error connecting to ${HOST}$`, 'start'),
  network(
    String.raw`^curl error (?:6|7|28|35|56|92) while downloading https?:\/\/${HOST}`,
    'start',
  ),
  network(String.raw`\[Errno \d{1,3}\] Connect call failed \('${HOST}'`),
  network(String.raw`\bquery(?:Srv|Txt|A{1,4}) (?:ETIMEOUT|ECONNREFUSED|ESERVFAIL) ${HOST}`),
  // Clients of services, and time-outs before a connection is made.
  network(
    String.raw`^(?:openai\.|anthropic\.)?API(?:Timeout|Connection)Error: (?:Request timed out|Connection error)`,
    'start',
    { vague: true },
  ),
  network(String.raw`^(?:[\w.]{1,80}\.)?ConnectTimeout(?:Error)?: `, 'start', { vague: true }),
  // Certain only beside an address.
  network(
    String.raw`^(?:timeout of \d{1,7} ?ms exceeded$|other side closed$|Read timed out\b|.{0,40}request canceled while waiting for connection)`,
  ),
  // Nothing on this machine keeps a connection waiting before it is made.
  network(
    String.raw`^(?:Connection timed out after|Connection timeout after|SSL connection timeout|Resolving timed out after)\b`,
    'error',
    { certain: true },
  ),
];

/** Links of a chain of errors that say only that something timed out or broke off; others name the cause. */
const LINK =
  /^(?:E\s{1,12})?(?:[\w.]{0,120}\.)?(?:TimeoutError|timeout|ReadTimeout|WriteTimeout|PoolTimeout|ReadTimeoutError|ResponseError|ProtocolError|RemoteDisconnected|RemoteProtocolError|NewConnectionError|ConnectionError|ReadError|ConnectError|SSLEOFError|SSLZeroReturnError|AggregateError)(?: \[\w{1,40}\])?:? ?(?:\('Connection (?:aborted|broken)|<[\w.]{1,80} object at|timed out|The (?:read|write|connect|handshake) operation timed out|too many \d{3} error responses|Remote end closed|Server disconnected|$)|^(?:Caused by: )?java\.net\.SocketTimeoutException: (?:[Cc]onnect|[Rr]ead) timed out|^TypeError: terminated$|^MaxRetriesPerRequestError: |<_(?:InactiveRpcError|MultiThreadedRendezvous|Rendezvous) of RPC that terminated with:/;

/** Whether the line repeats that something broke off, without naming what: no failure of its own. */
export function isLinkOfChain(line: string): boolean {
  return LINK.test(line);
}
