/** Bytes of one line beyond which it is skipped. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** Splits the output of a process into lines. */
export interface LineSplitter {
  push(chunk: Buffer): void;
  /** Reports an unterminated last line. */
  end(): void;
}

/**
 * Calls `onLine` for each complete line, without its line feed; invalid UTF-8 becomes replacement
 * characters. Skips lines of more than `maxBytes`, which is also the most that is buffered, and calls
 * `onSkip` once for each, as soon as it is too long.
 */
export function splitLines(
  onLine: (line: string) => void,
  maxBytes: number = MAX_LINE_BYTES,
  onSkip?: () => void,
): LineSplitter {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const add = (piece: Buffer): void => {
    const wasKept = bytes <= maxBytes;
    bytes += piece.length;
    if (bytes <= maxBytes) pieces.push(piece);
    else {
      pieces = [];
      if (wasKept) onSkip?.();
    }
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
