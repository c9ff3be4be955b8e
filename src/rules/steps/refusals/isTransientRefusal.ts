import type { Refusal } from '../../../model/failure/refusal';

/** Unresolvable host, which waiting does not resolve. */
const NO_ADDRESS =
  /\b(?:ENOTFOUND|getaddrinfo|could not resolve|unknown host|no such host|name or service not known|name resolution)\b/i;

/** Whether waiting may resolve what refused a call: a rate limit, an outage, a full disk. */
export function isTransientRefusal({ kind, words }: Refusal): boolean {
  switch (kind) {
    case 'rate_limit':
    case 'outage':
    case 'disk_full':
      return true;
    case 'network':
      return !NO_ADDRESS.test(words);
    case 'authentication':
    case 'permission':
    case 'missing_tool':
    case 'missing_dependency':
      return false;
    default:
      return kind satisfies never;
  }
}
