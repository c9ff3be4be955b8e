import type { ScannedLines } from './scanLines';

/** Number of entries, a power of two: about 200 lines for each remembered result. */
const SIZE = 2 ** 14;
const SHIFT = 32 - 14;
/** Highest number of results that is counted. */
export const MAX_TIMES = 255;

/** Marks of keys: a line without a number, a line with any number, a file name. */
const [PLAIN, ANY, FILE] = [0x2545f491, 0x1b873593, 0x3c6ef372] as const;

/**
 * Counts in how many results each line was shown. A hash table of fixed size, in which a new line
 * takes one of two places from an older one, so that some lines are forgotten early.
 */
export class LineTable {
  private readonly keys = new Int32Array(SIZE);
  /** Number of the newest result that showed the line; 0 for none. */
  private readonly newest = new Int32Array(SIZE);
  private readonly counts = new Uint8Array(SIZE);
  /** Highest number of lines of a result that showed the line. */
  private readonly extents = new Uint16Array(SIZE);

  /** `isKept`: whether a result is still remembered. */
  constructor(private readonly isKept: (result: number) => boolean) {}

  /**
   * Number of results that showed a line; 0 for none. A line of a listing is known by its number
   * and text, or by its text if that was shown without numbers; a file name must be known as well.
   */
  timesOf(lines: ScannedLines, at: number): number {
    const file = lines.files[at] ?? 0;
    if (file !== 0 && this.find(file ^ FILE) < 0) return 0;
    const [plain, other] = this.findPlaces(lines, at);
    return (this.counts[plain] ?? 0) + (this.counts[other] ?? 0);
  }

  /** Number of lines of the longest result that showed a line; 0 for none. */
  extentOf(lines: ScannedLines, at: number): number {
    const [plain, other] = this.findPlaces(lines, at);
    return Math.max(this.extents[plain] ?? 0, this.extents[other] ?? 0);
  }

  /** Number of the newest result that showed a line; 0 for none. */
  newestWith(lines: ScannedLines, at: number): number {
    const [plain, other] = this.findPlaces(lines, at);
    return Math.max(this.newest[plain] ?? 0, this.newest[other] ?? 0);
  }

  private findPlaces(lines: ScannedLines, at: number): readonly [number, number] {
    const hash = lines.texts[at] ?? 0;
    const number = lines.numbers[at] ?? -1;
    const numbered = number < 0 ? hash ^ ANY : toNumberedKey(hash, number);
    return [this.find(hash ^ PLAIN), this.find(numbered)];
  }

  /** Adds a line of a result; results are numbered from 1, in ascending order. */
  add(lines: ScannedLines, at: number, result: number): void {
    const hash = lines.texts[at] ?? 0;
    const number = lines.numbers[at] ?? -1;
    if (number < 0) {
      this.write(hash ^ PLAIN, result, lines.count);
      return;
    }
    this.write(hash ^ ANY, result, lines.count);
    this.write(toNumberedKey(hash, number), result, lines.count);
    const file = lines.files[at] ?? 0;
    if (file !== 0) this.write(file ^ FILE, result, lines.count);
  }

  /** Place of a key in the table; -1 for an unknown or forgotten one. */
  private find(key: number): number {
    const place = this.findKey(key);
    return place >= 0 && this.isKept(this.newest[place] ?? 0) ? place : -1;
  }

  /** As `find`, also for forgotten ones. */
  private findKey(key: number): number {
    const first = toPlace(key);
    const place = this.keys[first] === key ? first : first ^ 1;
    return this.keys[place] === key ? place : -1;
  }

  private write(key: number, result: number, extent: number): void {
    const written = this.findKey(key);
    const place = written < 0 ? this.findOlder(toPlace(key)) : written;
    if (written < 0 || !this.isKept(this.newest[place] ?? 0)) {
      this.keys[place] = key;
      this.counts[place] = 1;
      this.extents[place] = extent;
    } else if (this.newest[place] !== result) {
      this.counts[place] = Math.min(MAX_TIMES, (this.counts[place] ?? 0) + 1);
      this.extents[place] = Math.max(this.extents[place] ?? 0, extent);
    }
    this.newest[place] = result;
  }

  /** Which of two neighbouring places has the older line. */
  private findOlder(place: number): number {
    return (this.newest[place] ?? 0) <= (this.newest[place ^ 1] ?? 0) ? place : place ^ 1;
  }
}

function toNumberedKey(hash: number, number: number): number {
  return (Math.imul(hash, 0x01000193) ^ Math.imul(number + 1, 0x9e3779b1)) | 0;
}

function toPlace(key: number): number {
  return Math.imul(key ^ (key >>> 15), 0x85ebca6b) >>> SHIFT;
}
