import type { ReadingEnd } from './recordingBytes';

/** Longest line that is read, in bytes: 256 MB. */
export const MAX_LINE_BYTES = 256_000_000;

const LINE_FEED = 0x0a;

/** One line of a file without its line end; `text` is absent when the line exceeds the limit. */
export interface FileLine {
  /** 1-based. */
  readonly number: number;
  readonly text?: string;
}

/**
 * Splits bytes into lines. Empty lines are counted, not yielded; bytes that are not UTF-8 are replaced. Holds one
 * line in memory at a time. Returns how reading ended.
 */
export async function* recordingLines(
  bytes: AsyncGenerator<Buffer, ReadingEnd, void>,
  limit = MAX_LINE_BYTES,
): AsyncGenerator<FileLine, ReadingEnd, void> {
  const line = new LineBuffer(limit);
  let number = 1;
  for (;;) {
    const next = await bytes.next();
    if (next.done === true) {
      if (!line.isEmpty) yield { number, ...line.take() };
      return next.value;
    }
    let from = 0;
    for (;;) {
      const end = next.value.indexOf(LINE_FEED, from);
      if (end === -1) break;
      if (end > from) line.add(next.value.subarray(from, end));
      // Empty lines are not yielded: a few compressed bytes can contain millions of them.
      if (!line.isEmpty) yield { number, ...line.take() };
      number += 1;
      from = end + 1;
    }
    line.add(next.value.subarray(from));
  }
}

class LineBuffer {
  private parts: Buffer[] = [];
  private size = 0;

  constructor(private readonly limit: number) {}

  get isEmpty(): boolean {
    return this.size === 0;
  }

  add(part: Buffer): void {
    this.size += part.length;
    if (this.size > this.limit) this.parts = [];
    else if (part.length > 0) this.parts.push(part);
  }

  take(): { text?: string } {
    const { parts, size } = this;
    this.parts = [];
    this.size = 0;
    if (size > this.limit) return {};
    return { text: decode(parts) };
  }
}

function decode(parts: readonly Buffer[]): string {
  const [only] = parts;
  const text = (parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)).toString();
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
