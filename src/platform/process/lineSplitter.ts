/** Bytes of one line beyond which it is skipped. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** Makes lines of what a process prints, in whatever pieces it comes. */
export interface LineSplitter {
  push(chunk: Buffer): void;
  /** Tells a last line that has no end. */
  end(): void;
}

/**
 * Tells `onLine` each line once it is complete, without its line feed; bytes that are no UTF-8 become
 * replacement characters. A line of more than `maxBytes` is left out, and no more than that is held.
 */
export function splitLines(
  onLine: (line: string) => void,
  maxBytes: number = MAX_LINE_BYTES,
): LineSplitter {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const add = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes <= maxBytes) pieces.push(piece);
    else pieces = [];
  };
  const complete = (): void => {
    const line = bytes <= maxBytes ? Buffer.concat(pieces).toString('utf8') : undefined;
    pieces = [];
    bytes = 0;
    if (line !== undefined) onLine(line);
  };
  return {
    push(chunk) {
      let start = 0;
      for (;;) {
        const end = chunk.indexOf(LINE_FEED, start);
        if (end === -1) break;
        add(chunk.subarray(start, end));
        complete();
        start = end + 1;
      }
      if (start < chunk.length) add(chunk.subarray(start));
    },
    end() {
      if (bytes > 0) complete();
    },
  };
}
