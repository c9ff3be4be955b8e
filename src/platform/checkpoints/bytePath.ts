import { listedFile, type PathName } from '../workspace/listedFile';

/** Paths that are their own text: ASCII without the start of an escape. */
// eslint-disable-next-line no-control-regex -- NUL is in no path
const PLAIN = /^[\x00-\x5b\x5d-\x7f]*$/;

/** A path with one character for each byte. */
export function toBytePath({ path, raw }: PathName): string {
  if (raw !== undefined) return raw.toString('latin1');
  return PLAIN.test(path) ? path : Buffer.from(path).toString('latin1');
}

/** Inverse of `toBytePath`. */
export function fromBytePath(bytes: string): PathName {
  if (PLAIN.test(bytes)) return { path: bytes, raw: undefined };
  return listedFile(Buffer.from(bytes, 'latin1'), { tracked: false });
}
