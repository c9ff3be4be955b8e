import { createHash } from 'node:crypto';

/** Largest content that is shown as text, in bytes. */
export const MAX_SHOWN = 10_000_000;

/** Shown when the checkpoint has no content of the file. */
export const NOT_STORED =
  'The checkpoint does not contain this file: the file was too large or unreadable, or its content is no longer stored.\n';

/** Text for the diff editor; binary and oversized content is described instead. */
export function contentText(bytes: Uint8Array | undefined): string {
  if (bytes === undefined) return NOT_STORED;
  if (bytes.byteLength > MAX_SHOWN)
    return describeContent('This file is too large to be shown', bytes);
  return decodeText(bytes) ?? describeContent('This file is not text', bytes);
}

/** Undefined for what is no UTF-8 text. */
function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Thrown for invalid UTF-8.
    return undefined;
  }
}

/** The hash makes two contents of the same size differ. */
function describeContent(what: string, bytes: Uint8Array): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return `${what}: ${bytes.byteLength} bytes, SHA-256 ${hash}…\n`;
}
