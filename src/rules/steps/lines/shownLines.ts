import type { ObservedStep } from '../calls/observedStep';
import { hasPart, toQuery } from './hasPart';
import { haveSameSubject } from './haveSameSubject';
import { isHeading } from './isHeading';
import { LineTable, MAX_TIMES } from './lineTable';
import { MAX_LINES, scanLines, type ScannedLines } from './scanLines';

/** Number of results whose lines are remembered. */
const MAX_RESULTS = 64;
/** Number of results in which lines are searched that were not shown whole. */
const MAX_SEARCHED = 24;
/** Number of results with a line after which the search ends. */
const ENOUGH = 3;
/** Maximum number of lines that are searched. */
const MAX_SEARCHED_LINES = 40;
/** Maximum number of unknown lines of a result whose lines are mostly known. */
const MAX_UNKNOWN = 3;
/** Maximum number of unknown headings. */
const MAX_HEADINGS = 5;
/**
 * Number of lines that are content, even if no longer result showed them: of a call about the same
 * thing, and of any call.
 */
const [MIN_LINES_OF_SAME, MIN_LINES] = [4, 8];
/** Letters and digits that count for a numbered line, however short. */
const NUMBERED_WEIGHT = 10;

/** What a result shows that earlier results had shown. */
export interface Shown {
  /** Least number of earlier results with each of its lines; >= 1. */
  readonly times: number;
  /** The longest of its lines. */
  readonly line: string;
  /** Letters and digits of all its lines. */
  readonly weight: number;
  /** Whether it shows content: a part of a longer result, or several lines about the same thing. */
  readonly isContent: boolean;
}

/** A remembered result. */
interface ShownResult {
  readonly args: string;
  readonly text: string;
  /** Number of its lines. */
  readonly extent: number;
}

/**
 * The lines that the newest 64 results showed, in bounded memory. What surrounds the shown content
 * (`isHeading`) does not count.
 */
export class ShownLines {
  private readonly table = new LineTable((result) => this.isKept(result));
  /** The newest results by number; undefined for a forgotten one. */
  private readonly results: (ShownResult | undefined)[] = [];
  private count = 0;

  /** Number of the newest result, from 1; 0 for none. */
  get newest(): number {
    return this.count;
  }

  /**
   * Adds a result; returns what it shows if all of its lines were shown before, whole. `mostly`: at
   * least half of its lines were, and only a few were not.
   */
  add({ step, call, result }: ObservedStep): Shown | 'mostly' | undefined {
    const lines = scanLines(step.result);
    const shown = this.compare(lines, step.result, call.args);
    this.count += 1;
    this.results[this.count % MAX_RESULTS] = {
      ...{ args: call.args, text: result.text, extent: lines.count },
    };
    for (let at = 0; at < lines.count; at += 1) this.table.add(lines, at, this.count);
    return shown;
  }

  /**
   * Searches the lines of result `number` as parts of lines of earlier results, or as lines that
   * differ from theirs only in volatile text; returns what it shows if all of them are. Only for
   * short results.
   */
  findParts(number: number): Shown | undefined {
    const { text = '', args = '' } = this.results[number % MAX_RESULTS] ?? {};
    const lines = scanLines(text);
    if (lines.isCut || lines.count > MAX_SEARCHED_LINES) return undefined;
    let [isPart, isAboutSame] = [true, false];
    for (let at = 0; at < lines.count; at += 1) {
      const line = readLine(lines, text, at);
      const found = isHeading(line) ? undefined : this.findWithPart(line, number);
      times[at] = found?.length ?? -1;
      if (found?.length === 0) return undefined;
      if (found?.every(({ extent }) => extent <= lines.count) === true) isPart = false;
      if (found?.some((each) => haveSameSubject(args, each.args)) === true) isAboutSame = true;
    }
    return summarise(lines, text, isPart || isLong(lines, isAboutSame));
  }

  /** Forgets the results that name a file, since its lines may have changed. */
  forgetFile(path: string): void {
    const name = path.slice(path.lastIndexOf('/') + 1);
    this.results.forEach((each, at) => {
      if (each !== undefined && (each.args.includes(name) || each.text.includes(name)))
        this.results[at] = undefined;
    });
  }

  /** Forgets everything. */
  forgetAll(): void {
    this.results.fill(undefined);
  }

  private compare(lines: ScannedLines, text: string, args: string): Shown | 'mostly' | undefined {
    if (lines.isCut) return undefined;
    const unknown: number[] = [];
    const most = Math.min(MAX_UNKNOWN, lines.count / 2);
    for (let at = 0; at < lines.count; at += 1) {
      times[at] = this.table.timesOf(lines, at);
      // Most results have several new lines; only others are worth reading.
      if (times[at] === 0 && unknown.push(at) > most + MAX_HEADINGS) return undefined;
    }
    for (const at of unknown) if (isHeading(readLine(lines, text, at))) times[at] = -1;
    const searched = unknown.filter((at) => times[at] === 0).length;
    if (searched > 0) return searched > most ? undefined : 'mostly';
    return summarise(lines, text, this.isContent(lines, args));
  }

  private isContent(lines: ScannedLines, args: string): boolean {
    let isPart = true;
    for (let at = 0; at < lines.count && isPart; at += 1)
      if ((times[at] ?? 0) > 0) isPart = this.table.extentOf(lines, at) > lines.count;
    if (isPart) return true;
    const earlier = this.results[this.table.newestWith(lines, 0) % MAX_RESULTS];
    return isLong(lines, earlier !== undefined && haveSameSubject(args, earlier.args));
  }

  private findWithPart(line: string, before: number): readonly ShownResult[] {
    const found: ShownResult[] = [];
    const query = toQuery(line);
    if (query === undefined) return found;
    const oldest = Math.max(1, before - MAX_SEARCHED);
    for (let number = before - 1; number >= oldest && found.length < ENOUGH; number -= 1) {
      const each = this.isKept(number) ? this.results[number % MAX_RESULTS] : undefined;
      if (each !== undefined && hasPart(each.text, query)) found.push(each);
    }
    return found;
  }

  private isKept(result: number): boolean {
    return result > this.count - MAX_RESULTS && this.results[result % MAX_RESULTS] !== undefined;
  }
}

/** Number of earlier results with each of the compared lines; -1 for a heading. */
const times = new Int32Array(MAX_LINES);

/** Summarises lines that had all been shown; undefined if they contain headings only. */
function summarise(lines: ScannedLines, text: string, isContent: boolean): Shown | undefined {
  let [least, weight, longest] = [MAX_TIMES, 0, ''];
  for (let at = 0; at < lines.count; at += 1) {
    const line = readLine(lines, text, at);
    if ((times[at] ?? 0) < 0 || isHeading(line) || !HAS_LETTER.test(line)) continue;
    least = Math.min(least, times[at] ?? 0);
    const own = line.match(LETTERS_AND_DIGITS)?.length ?? 0;
    weight += (lines.numbers[at] ?? -1) < 0 ? own : Math.max(own, NUMBERED_WEIGHT);
    if (line.length > longest.length) longest = line;
  }
  return longest === '' ? undefined : { times: least, line: longest, weight, isContent };
}

function isLong({ count }: ScannedLines, isAboutSame: boolean): boolean {
  return count >= (isAboutSame ? MIN_LINES_OF_SAME : MIN_LINES);
}

/** The text of a line, without its place. */
function readLine({ starts, ends }: ScannedLines, text: string, at: number): string {
  return text.slice(starts[at], ends[at]);
}

const HAS_LETTER = /\p{L}/u;
const LETTERS_AND_DIGITS = /[\p{L}\p{N}]/gu;
