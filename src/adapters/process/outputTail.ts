/** Chunks after which they are put together, so that output in tiny pieces stays cheap. */
const MANY_CHUNKS = 1_024;

/** Keeps the last `limit` bytes of what is pushed, and nothing else. */
export class OutputTail {
  private chunks: Buffer[] = [];
  private kept = 0;
  private total = 0;

  constructor(private readonly limit: number) {}

  /** Bytes ever pushed. */
  get size(): number {
    return this.total;
  }

  push(chunk: Buffer): void {
    this.total += chunk.length;
    this.kept += chunk.length;
    this.chunks.push(chunk);
    if (this.kept > 2 * this.limit || this.chunks.length > MANY_CHUNKS) this.compact();
  }

  /** The last bytes, `limit` at most. */
  bytes(): Buffer {
    this.compact();
    return this.chunks[0] ?? Buffer.alloc(0);
  }

  /** The last bytes as text; where the beginning is missing it starts with a whole character. */
  text(): string {
    const bytes = this.bytes();
    return bytes.subarray(this.isCut ? firstCharacter(bytes) : 0).toString('utf8');
  }

  /** The last bytes as text; where the beginning is missing it starts with a whole line, if one ends in it. */
  lines(): string {
    const text = this.text();
    const lineEnd = text.indexOf('\n');
    const startsInside = this.isCut && lineEnd >= 0 && lineEnd < text.length - 1;
    return startsInside ? text.slice(lineEnd + 1) : text;
  }

  private get isCut(): boolean {
    return this.total > this.limit;
  }

  private compact(): void {
    // Copied, so that the memory of what falls off is given back.
    const all = Buffer.concat(this.chunks);
    const last = all.length > this.limit ? Buffer.from(all.subarray(all.length - this.limit)) : all;
    this.chunks = [last];
    this.kept = last.length;
  }
}

/** Index of the first byte that begins a UTF-8 character; 0 when there is none near. */
function firstCharacter(bytes: Buffer): number {
  for (let index = 0; index < 4 && index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if ((byte & 0b1100_0000) !== 0b1000_0000) return index;
  }
  return 0;
}
