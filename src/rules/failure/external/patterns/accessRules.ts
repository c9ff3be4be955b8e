import type { ExternalRule } from './externalRule';

const HOST = String.raw`(?<subject>(?!localhost|127\.|0\.0\.0\.0)[\w.-]{1,250}(?![\w.-])(?::\d{1,5})?)`;

const rule = (
  kind: ExternalRule['kind'],
  pattern: string,
  at: ExternalRule['at'] = 'error',
  flags = '',
): ExternalRule => ({
  kind,
  handling: kind === 'authentication' ? 'blocked' : 'retry',
  at,
  pattern: new RegExp(pattern, flags),
});

/**
 * Refusals by registries, repositories and remote services: npm, pip, Maven, Gradle, Go, Docker, git, GitHub, clouds.
 */
export const ACCESS_RULES: readonly ExternalRule[] = [
  rule('authentication', String.raw`^(?:code )?(?:E401|ENEEDAUTH|E403)\b`),
  rule('rate_limit', String.raw`^(?:code )?E429\b`),
  rule('outage', String.raw`^(?:code )?E50[0234]\b`),
  rule(
    'network',
    String.raw`^code (?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ECONNREFUSED|ERR_SOCKET_TIMEOUT|FETCH_ERROR)\b`,
  ),
  rule(
    'authentication',
    String.raw`(?:^|@${HOST}: )Permission denied \((?:publickey|password|keyboard)`,
    'start',
  ),
  rule('authentication', String.raw`^could not read (?:Username|Password) for 'https?://${HOST}`),
  rule('authentication', String.raw`^Authentication failed for 'https?://${HOST}`),
  rule(
    'authentication',
    String.raw`^(?:Invalid username or (?:password|token)|Host key verification failed|Support for password authentication was removed)`,
    'start',
  ),
  rule('authentication', String.raw`(?:^|: )pull access denied for (?<subject>[\w./-]{1,200})`),
  rule(
    'authentication',
    String.raw`\bunauthorized: authentication required|\bno basic auth credentials`,
  ),
  rule(
    'authentication',
    String.raw`^(?:Unable to locate credentials|Could not load the default credentials|To get started with GitHub CLI, please run|.{0,60}\(ExpiredToken\)|The security token included in the request is (?:expired|invalid))`,
    'start',
  ),
  rule(
    'authentication',
    String.raw`(?:https?://)${HOST}.{0,200}(?:status code: 401|Received status code 401|authentication failed)`,
  ),
  rule(
    'rate_limit',
    String.raw`\btoomanyrequests: |\bYou have reached your (?:unauthenticated )?pull rate limit`,
  ),
  rule('rate_limit', String.raw`\b(?:API rate limit exceeded for|secondary rate limit)\b`),
  rule(
    'rate_limit',
    String.raw`\b429\b.{0,40}\bToo Many Requests\b.{0,200}https?://${HOST}`,
    'error',
    'i',
  ),
  rule(
    'outage',
    String.raw`\b50[234]\b.{0,40}\b(?:Bad Gateway|Service Unavailable|Gateway Time-?out)\b.{0,200}https?://${HOST}`,
    'error',
    'i',
  ),
  rule(
    'outage',
    String.raw`https?://${HOST}\S{0,300}\s.{0,60}(?:\b50[234]\b (?:Bad Gateway|Service Unavailable|Gateway Time-?out)|[Rr]eceived status code 50[234]|status code: 50[234]|HTTP error 50[234])`,
  ),
  rule(
    'rate_limit',
    String.raw`https?://${HOST}\S{0,300}\s.{0,60}(?:\b429 Too Many Requests|[Rr]eceived status code 429|status code: 429|HTTP error 429)`,
  ),
  rule('outage', String.raw`\bHTTP error 50[234] while getting https?://${HOST}`),
  rule('rate_limit', String.raw`\bHTTP error 429 while getting https?://${HOST}`),
  rule('outage', String.raw`\breceived unexpected HTTP status: 50[234]`),
];
