import { isUtf8 } from 'node:buffer';

/** A listed file of the workspace, before it is read. */
export interface ListedFile {
  /** Relative, with `/`; bytes that are not valid UTF-8 are escaped as `\xE9`. */
  readonly path: string;
  /** Bytes of the path, only if they differ from `path`. */
  readonly raw: Buffer | undefined;
  readonly tracked: boolean;
  /** True for a folder that could not be listed; hashed as unreadable. */
  readonly unreadable: boolean;
}

/** Creates a listed file from its relative path in bytes. */
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

/** File system path of a file below `root`. */
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

/** A path as text, and as bytes if they are not valid UTF-8. */
export type PathName = Pick<ListedFile, 'path' | 'raw'>;
