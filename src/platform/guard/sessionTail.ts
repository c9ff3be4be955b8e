import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 256 * 1024;
const NEW_LINE = 10;

/** Reads the lines of a file that grows; from its start again where it was removed and another one begun. */
export class SessionTail {
  private offset = 0;
  private inode: number | undefined;
  /** The beginning of a line whose end is not written yet. */
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly file: string) {}

  /**
   * Reads on to the end, or until `isLate`; returns whether the end was reached. Empty lines are left out. Throws the
   * error of the system.
   */
  readOn(take: (line: string) => void, isLate: () => boolean = () => false): boolean {
    const fd = openSync(this.file, 'r');
    try {
      this.startAnewIfReplaced(fd);
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      for (;;) {
        const size = readSync(fd, chunk, 0, chunk.length, this.offset);
        if (size === 0) return true;
        const done = this.takeLines(chunk.subarray(0, size), take, isLate);
        if (!done) return false;
      }
    } finally {
      closeSync(fd);
    }
  }

  private startAnewIfReplaced(fd: number): void {
    const { ino, size } = fstatSync(fd);
    const isSame = (this.inode === undefined || this.inode === ino) && size >= this.offset;
    this.inode = ino;
    if (!isSame) [this.offset, this.rest] = [0, Buffer.alloc(0)];
  }

  /** Takes the lines of a chunk; counts only what was taken. */
  private takeLines(chunk: Buffer, take: (line: string) => void, isLate: () => boolean): boolean {
    let start = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, start)) {
      const part = chunk.subarray(start, end);
      const line = this.rest.length === 0 ? part : Buffer.concat([this.rest, part]);
      this.rest = Buffer.alloc(0);
      this.offset += end + 1 - start;
      start = end + 1;
      if (line.length === 0) continue;
      take(line.toString());
      if (isLate()) return false;
    }
    this.rest = Buffer.concat([this.rest, chunk.subarray(start)]);
    this.offset += chunk.length - start;
    return true;
  }
}
