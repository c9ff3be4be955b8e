import { maskVolatile } from '../text/maskVolatile';

/** Lines of the longest block that is looked for. */
const MAX_BLOCK = 200;
/** Lines that are kept at most, whatever the limit. */
const MAX_LINES = 4_000;
/** Characters of a line that are compared, the first ones. */
const MAX_COMPARED = 400;

/** A line that was printed. */
export interface PrintedLine {
  readonly text: string;
  readonly step: number;
  /** Letters and digits in it. */
  readonly letters: number;
  /** Equal for lines that differ only in what varies from run to run. */
  readonly id: number;
}

/** The last lines that an agent printed, and which blocks of them it printed several times in a row. */
export class PrintedLines {
  readonly #kept: PrintedLine[] = [];
  readonly #capacity: number;
  /** For each length of a block: how many of the last lines equal the ones so far before them. */
  readonly #runs: Int32Array;
  #ids = new Map<string, number>();
  #nextId = 0;
  #count = 0;

  /** `limit`: times in a row that have to be told. */
  constructor(limit: number) {
    this.#capacity = Math.min(MAX_LINES, MAX_BLOCK * (limit + 1));
    this.#runs = new Int32Array(Math.floor(this.#capacity / (limit + 1)) + 1);
  }

  /** A line that says something; `letters`: how many it has. */
  add(text: string, letters: number, step: number): void {
    const line = copyStart(text);
    const id = this.#idOf(maskVolatile(line));
    for (let length = 1; length < this.#runs.length; length += 1) {
      const isSame = length <= this.#count && this.#at(length - 1)?.id === id;
      this.#runs[length] = isSame ? (this.#runs[length] ?? 0) + 1 : 0;
    }
    this.#kept[this.#count % this.#capacity] = { text: line, letters, step, id };
    this.#count += 1;
  }

  /** Lengths of the blocks that the output ends with so many times in a row at least, the shortest first. */
  *repeatedLengths(countRepetitions: number): Generator<number> {
    for (let length = 1; length < this.#runs.length; length += 1)
      if ((this.#runs[length] ?? 0) >= length * (countRepetitions - 1)) yield length;
  }

  /** How often in a row the output ends with the same block of that length. */
  times(length: number): number {
    return Math.floor((this.#runs[length] ?? 0) / length) + 1;
  }

  /** How many of the last lines equal the ones so many before them, those included. */
  countMatchingLines(length: number): number {
    return (this.#runs[length] ?? 0) + length;
  }

  /** The last lines, oldest first, each of several equal ones once. */
  distinctLines(length: number): readonly PrintedLine[] {
    const lines = new Map<number, PrintedLine>();
    for (let back = length - 1; back >= 0; back -= 1) {
      const line = this.#at(back);
      if (line !== undefined && !lines.has(line.id)) lines.set(line.id, line);
    }
    return [...lines.values()];
  }

  /** Steps in which each repetition of the block begins, as far as it is kept, oldest first. */
  startSteps(length: number): readonly number[] {
    const whole = Math.min((this.#runs[length] ?? 0) + length, this.#capacity);
    const steps: number[] = [];
    for (let back = whole - 1; back >= length - 1; back -= length) {
      const line = this.#at(back);
      if (line !== undefined) steps.push(line.step);
    }
    return steps;
  }

  /** The last line, the one before it, … */
  #at(back: number): PrintedLine | undefined {
    return this.#kept[(this.#count - 1 - back) % this.#capacity];
  }

  #idOf(masked: string): number {
    const known = this.#ids.get(masked);
    if (known !== undefined) return known;
    if (this.#ids.size >= 2 * this.#capacity) this.#forgetOldIds();
    this.#ids.set(masked, this.#nextId);
    this.#nextId += 1;
    return this.#nextId - 1;
  }

  #forgetOldIds(): void {
    const used = new Set(this.#kept.map(({ id }) => id));
    this.#ids = new Map([...this.#ids].filter(([, id]) => used.has(id)));
  }
}

/** A slice would keep the whole text in memory. */
function copyStart(text: string): string {
  if (text.length <= MAX_COMPARED) return text;
  return Buffer.from(text.slice(0, MAX_COMPARED), 'utf16le').toString('utf16le');
}
