import { isLoopback } from './isLoopback';

/** Names without a domain and domains that only resolve inside a project: containers, test clients, local networks. */
const INSIDE =
  /^(?:[\w-]{1,63}|(?:[\w-]{1,63}\.){1,8}(?:local|localhost|test|invalid)|host\.docker\.internal)(?::\d{1,5})?$/i;

/** True if the project itself is likely to run behind the host, with or without a port: this machine, a container. */
export function isOwnHost(host: string): boolean {
  return isLoopback(host) || INSIDE.test(host);
}

/** Resolvers of names on this machine have other addresses. */
const THIS_MACHINE =
  /(?:^|[^\w.-])(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?=:\d|[/"'`),;\s]|$)/i;
/** Maximum number of characters of a line that are searched. */
const LINE = 1_000;

/** Whether a line names an address of this machine, where something of the project may run. */
export function namesThisMachine(lines: readonly string[]): boolean {
  return lines.some((line) => THIS_MACHINE.test(line.slice(0, LINE)));
}
