import { isLoopback } from '../../../../text/isLoopback';

/** Names without a domain and domains that only resolve inside a project: containers, test clients, local networks. */
const INSIDE =
  /^(?:[\w-]{1,63}|(?:[\w-]{1,63}\.){1,8}(?:local|localhost|test|invalid)|host\.docker\.internal)(?::\d{1,5})?$/i;

/** True if the project itself is likely to run behind the host, with or without a port: this machine, a container. */
export function isOwnHost(host: string): boolean {
  return isLoopback(host) || INSIDE.test(host);
}

/** True for what a program puts in place of a host: an undefined value, a scheme given twice. */
export function isPlaceholder(host: string | undefined): boolean {
  return (
    host !== undefined && /^(?:undefined|null|none|nan|https?|true|false)(?::\d{1,5})?$/i.test(host)
  );
}
