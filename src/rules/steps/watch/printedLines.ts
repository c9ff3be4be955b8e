import { copyStart } from '../text/copyStart';
import { maskVolatile } from '../text/maskVolatile';

/** Maximum length of a repeated block, in lines. */
const MAX_BLOCK = 200;
/** Maximum number of kept lines, regardless of the limit. */
const MAX_LINES = 4_000;
/** Characters of a line that are compared. */
const MAX_COMPARED = 400;

/** A line that was printed. */
export interface PrintedLine {
  readonly text: string;
  readonly step: number;
  /** Letters and digits in it. */
  readonly letters: number;
  /** Equal for lines that differ only in volatile text. */
  readonly id: number;
}

/** The newest printed lines, and which blocks of them repeat in a row. */
export class PrintedLines {
  readonly #kept: PrintedLine[] = [];
  readonly #capacity: number;
  /** For each block length: how many of the last lines equal the ones that far before them. */
  readonly #runs: Int32Array;
  #ids = new Map<string, number>();
  #nextId = 0;
  #count = 0;

  /** `limit`: number of repetitions in a row that must be recognisable. */
  constructor(limit: number) {
    this.#capacity = Math.min(MAX_LINES, MAX_BLOCK * (limit + 1));
    this.#runs = new Int32Array(Math.floor(this.#capacity / (limit + 1)) + 1);
  }

  /** Adds a line with `letters` letters and digits. */
  add(text: string, letters: number, step: number): void {
    const line = copyStart(text, MAX_COMPARED);
    const id = this.#idOf(maskVolatile(line));
    for (let length = 1; length < this.#runs.length; length += 1) {
      const isSame = length <= this.#count && this.#at(length - 1)?.id === id;
      this.#runs[length] = isSame ? (this.#runs[length] ?? 0) + 1 : 0;
    }
    this.#kept[this.#count % this.#capacity] = { text: line, letters, step, id };
    this.#count += 1;
  }

  /**
   * Lengths of the blocks that the output ends with, repeated at least `times` times in a row;
   * shortest first.
   */
  *repeatedLengths(countRepetitions: number): Generator<number> {
    for (let length = 1; length < this.#runs.length; length += 1)
      if ((this.#runs[length] ?? 0) >= length * (countRepetitions - 1)) yield length;
  }

  /** Counts how often in a row the output ends with the block of that length. */
  times(length: number): number {
    return Math.floor((this.#runs[length] ?? 0) / length) + 1;
  }

  /** Counts the last lines that equal the ones `length` before them, including the first block. */
  countMatchingLines(length: number): number {
    return (this.#runs[length] ?? 0) + length;
  }

  /** The last lines without duplicates, oldest first. */
  distinctLines(length: number): readonly PrintedLine[] {
    const lines = new Map<number, PrintedLine>();
    for (let back = length - 1; back >= 0; back -= 1) {
      const line = this.#at(back);
      if (line !== undefined && !lines.has(line.id)) lines.set(line.id, line);
    }
    return [...lines.values()];
  }

  /** Steps in which the kept repetitions of the block begin, oldest first. */
  startSteps(length: number): readonly number[] {
    const whole = Math.min((this.#runs[length] ?? 0) + length, this.#capacity);
    const steps: number[] = [];
    for (let back = whole - 1; back >= length - 1; back -= length) {
      const line = this.#at(back);
      if (line !== undefined) steps.push(line.step);
    }
    return steps;
  }

  /** The line `back` lines before the last. */
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
