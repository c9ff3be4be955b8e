import { isUtf8 } from 'node:buffer';

/** A listed file of the workspace, before it is read. */
export interface ListedFile {
  /** Relative, with `/`, escaped by `escapePath` so that no two names share a text. */
  readonly path: string;
  /** Bytes of the path, only if `path` is escaped. */
  readonly raw: Buffer | undefined;
  readonly tracked: boolean;
  /** True for a folder that could not be listed; hashed as unreadable. */
  readonly unreadable: boolean;
}

/** A listed file of a relative path in bytes. */
export function listedFile(
  bytes: Buffer,
  facts: { readonly tracked: boolean; readonly unreadable?: boolean },
): ListedFile {
  const plain = isUtf8(bytes) ? bytes.toString('utf8') : undefined;
  const path = plain === undefined ? escapeBytes(bytes) : escapeBackslashes(plain);
  return {
    path,
    raw: path === plain ? undefined : bytes,
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

/** Bytes of the text of a listed file that differ from it; undefined where they do not. */
export function unescapePath(path: string): Buffer | undefined {
  if (!path.includes('\\x')) return undefined;
  const bytes = Buffer.from(path)
    .toString('latin1')
    .replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const raw = Buffer.from(bytes, 'latin1');
  return raw.equals(Buffer.from(path)) ? undefined : raw;
}

const ESCAPED = /\\x(5C|[89A-F][0-9A-F])/g;

/** Escapes every byte above ASCII of a name that is not valid UTF-8. */
function escapeBytes(bytes: Buffer): string {
  return escapeBackslashes(bytes.toString('latin1')).replace(
    /[\x80-\xff]/g,
    (char) => `\\x${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Escapes a backslash that would read as an escape: a file may be named `y\xFF`, with four ASCII characters. */
function escapeBackslashes(text: string): string {
  return text.replace(ESCAPED, String.raw`\x5Cx$1`);
}

/** A path as text, and as bytes if the text is escaped. */
export type PathName = Pick<ListedFile, 'path' | 'raw'>;
