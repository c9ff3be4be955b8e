const LOOPBACK =
  /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|::1|::|\[::1?\]|::ffff:127\.[\d.]{5,11})(?::\d{1,5})?$/i;

/** True if the host, with or without a port, is this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
