/** Number of first bytes in which a zero byte marks a binary file. */
const MAX_INSPECTED = 8_192;

/** The text of a file; undefined for what is no UTF-8 text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.subarray(0, MAX_INSPECTED).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Not UTF-8: as unreadable as a binary file.
    return undefined;
  }
}
