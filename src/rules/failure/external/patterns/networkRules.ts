import type { ExternalRule } from './externalRule';

const TRUST =
  'Make the certificate of that host trusted on this machine (proxy, certificate authority); then resume the task.';
const HOST = String.raw`(?<subject>\[[0-9a-fA-F:.]{2,60}\](?::\d{1,5})?|[0-9a-fA-F:]{2,60}:\d{1,5}|[\w.-]{1,250}(?![\w.-])(?::\d{1,5})?)`;

const retry = (pattern: string, at: ExternalRule['at'] = 'error', flags = ''): ExternalRule => ({
  kind: 'network',
  handling: 'retry',
  at,
  pattern: new RegExp(pattern, flags),
});

/** Unresolvable or unreachable hosts, in the wordings of Node, Python, Go, Java, Rust, curl, git and browsers. */
export const NETWORK_RULES: readonly ExternalRule[] = [
  {
    kind: 'network',
    handling: 'blocked',
    at: 'error',
    remedy: TRUST,
    pattern:
      /^(?=.{0,1000}(?:self[- ]signed certificate|unable to (?:get local issuer certificate|verify the first certificate)|CERT_HAS_EXPIRED|certificate has expired|certificate verify failed|CERTIFICATE_VERIFY_FAILED|SSL certificate problem|x509: certificate|PKIX path building failed))(?:.{0,900}?(?:https?:\/\/|host=')(?<subject>[\w.-]{1,250}))?/i,
  },
  retry(String.raw`\bgetaddrinfo (?:ENOTFOUND|EAI_AGAIN) ${HOST}`),
  retry(String.raw`\b(?:ENOTFOUND|EAI_AGAIN) ${HOST}`),
  retry(
    String.raw`\b(?:connect )?(?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET) ${HOST}`,
  ),
  retry(String.raw`\bCould not resolve (?:host|hostname|proxy):? ${HOST}`, 'error', 'i'),
  retry(
    String.raw`\blookup ${HOST}(?: on [\w.:\[\]]{1,60})?: (?:no such host|server misbehaving|i/o timeout|Temporary failure)`,
  ),
  retry(String.raw`\bdial tcp ${HOST}: (?:connect|i/o)`),
  retry(String.raw`\bFailed to connect to ${HOST} port \d{1,5}`),
  retry(String.raw`\bconnect to host ${HOST}(?: port \d{1,5})?: `),
  retry(String.raw`^${HOST}: (?:Temporary failure in name resolution|Name or service not known)`),
  retry(String.raw`\bUnknownHostException: ${HOST}`),
  retry(String.raw`\bUnknown host '?${HOST}`),
  retry(
    String.raw`\bhost='${HOST}'.{0,600}(?:Name or service not known|Failed to establish a new connection|Temporary failure in name resolution|NameResolutionError|NewConnectionError|Connection refused|timed out)`,
  ),
  retry(
    String.raw`\bnet::ERR_(?:CONNECTION_REFUSED|NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|CONNECTION_RESET|CONNECTION_TIMED_OUT|ADDRESS_UNREACHABLE) at https?://${HOST}`,
  ),
  retry(String.raw`\bCan't reach database server at .?${HOST}`, 'start'),
  retry(String.raw`\bconnection to server at "${HOST}"`),
  retry(String.raw`\b[Nn]o such host is known\.? \(${HOST}`),
  retry(
    String.raw`\bconnecting to ${HOST}\.? .{0,40}(?:Connection refused|timed out|Name or service not known)`,
  ),
  retry(String.raw`\berror NU1301: .{0,300}https?://${HOST}`, 'start'),
  retry(
    String.raw`https?://${HOST}.{0,400}(?:Connection refused|Connection timed out|Temporary failure in name resolution|Network is unreachable|Connection reset by peer|socket hang up)`,
  ),
  // A name that is wrong is unknown at once; only a resolver that does not answer fails for a time.
  {
    ...retry(
      String.raw`\b(?:Temporary failure in name resolution|urlopen error \[Errno -3\])(?!.{0,200}https?://)`,
    ),
    certain: true,
  },
  retry(
    String.raw`\b(?:Connection refused|Connection timed out|Connection reset by peer|Network is unreachable|Temporary failure in name resolution|Name or service not known|network timeout at|socket hang up|Client network socket disconnected|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ECONNRESET|ETIMEDOUT|ENETUNREACH|fetch failed|getaddrinfo failed|No route to host|TLS handshake timeout)\b(?:.{0,200}?https?://(?<subject>[\w.-]{1,250}(?::\d{1,5})?))?`,
  ),
  {
    ...retry(String.raw`^WARNING: Retrying \(.{0,300}connection broken by`, 'start'),
    warning: true,
  },
];
