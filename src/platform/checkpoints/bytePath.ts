import { listedFile, type PathName } from '../workspace/listedFile';

// eslint-disable-next-line no-control-regex -- NUL is in no path
const ASCII = /^[\x00-\x7f]*$/;

/** A path with one character for each byte. */
export function toBytePath({ path, raw }: PathName): string {
  if (raw !== undefined) return raw.toString('latin1');
  return ASCII.test(path) ? path : Buffer.from(path).toString('latin1');
}

/** Inverse of `toBytePath`. */
export function fromBytePath(bytes: string): PathName {
  if (ASCII.test(bytes)) return { path: bytes, raw: undefined };
  return listedFile(Buffer.from(bytes, 'latin1'), { tracked: false });
}
