import { isUtf8 } from 'node:buffer';

/** A file of the workspace as it was listed, before anything of it was read. */
export interface ListedFile {
  /** Relative, with `/`; bytes that are no UTF-8 stand as `\xE9`. */
  readonly path: string;
  /** The path's bytes, only where `path` is not what the file system calls it. */
  readonly raw: Buffer | undefined;
  readonly tracked: boolean;
  /** True for a folder that could not be listed; it is hashed as that. */
  readonly unreadable: boolean;
}

/** A listed file from the bytes that git or the file system gave as its relative path. */
export function listedFile(
  bytes: Buffer,
  facts: { readonly tracked: boolean; readonly unreadable?: boolean },
): ListedFile {
  const plain = isUtf8(bytes);
  return {
    path: plain ? bytes.toString('utf8') : escapeBytes(bytes),
    raw: plain ? undefined : bytes,
    tracked: facts.tracked,
    unreadable: facts.unreadable ?? false,
  };
}

/** How the file system calls a file below `root`. */
export function systemPath(root: string, file: Pick<ListedFile, 'path' | 'raw'>): string | Buffer {
  return file.raw === undefined
    ? `${root}/${file.path}`
    : Buffer.concat([Buffer.from(`${root}/`), file.raw]);
}

function escapeBytes(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (char) => `\\x${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
