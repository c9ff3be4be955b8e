/** Bytes that are taken from memory at a time. */
const BLOCK_BYTES = 64 * 1024;

/**
 * Keeps only the last `limit` bytes that are pushed. Each byte is copied once; at most two blocks
 * more than the limit are held.
 */
export class OutputTail {
  private readonly blocks: Buffer[] = [];
  /** Bytes used in the last block; the others are full. */
  private used = 0;
  private total = 0;

  constructor(private readonly limit: number) {}

  /** Total bytes pushed. */
  get size(): number {
    return this.total;
  }

  push(chunk: Buffer): void {
    this.total += chunk.length;
    let rest = chunk.subarray(Math.max(0, chunk.length - this.limit));
    while (rest.length > 0) {
      const copied = rest.copy(this.roomyBlock(), this.used);
      this.used += copied;
      rest = rest.subarray(copied);
    }
  }

  /** The last bytes, `limit` at most. */
  bytes(): Buffer {
    const full = this.blocks.slice(0, -1);
    const last = this.blocks.at(-1)?.subarray(0, this.used) ?? Buffer.alloc(0);
    const all = Buffer.concat([...full, last]);
    return all.subarray(Math.max(0, all.length - this.limit));
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

  /** The last block, with free space; drops blocks that no longer belong to the tail. */
  private roomyBlock(): Buffer {
    const size = Math.min(BLOCK_BYTES, Math.max(1, this.limit));
    const last = this.blocks.at(-1);
    if (last !== undefined && this.used < size) return last;
    if ((this.blocks.length - 1) * size >= this.limit) this.blocks.shift();
    const block = Buffer.allocUnsafeSlow(size);
    this.blocks.push(block);
    this.used = 0;
    return block;
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
