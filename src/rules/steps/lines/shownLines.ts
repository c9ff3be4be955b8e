import type { ObservedStep } from '../calls/observedStep';
import { hasPart, toQuery } from './hasPart';
import { isSampled } from './hashSample';
import { haveSameSubject } from './haveSameSubject';
import { isHeading } from './isHeading';
import { LineTable } from './lineTable';
import { MAX_LINES, readLine, scanLines, type ScannedLines } from './scanLines';
import { summariseShown, type Shown } from './summariseShown';

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

/** A remembered result. */
interface ShownResult {
  readonly args: string;
  readonly text: string;
  /** Whether only the ends of the text are kept. */
  readonly isCut: boolean;
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
    const { text } = result;
    const isCut = text.length < step.result.length;
    const added: ShownResult = { args: call.args, text, isCut, extent: lines.count };
    this.results[this.count % MAX_RESULTS] = added;
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
    const sources = new Set<ShownResult>();
    let isPart = true;
    for (let at = 0; at < lines.count; at += 1) {
      const line = readLine(lines, text, at);
      const found = isHeading(line) ? undefined : this.findWithPart(line, number);
      times[at] = found?.length ?? -1;
      if (found?.length === 0) return undefined;
      if (found?.every(({ extent }) => extent <= lines.count) === true) isPart = false;
      found?.forEach((each) => sources.add(each));
    }
    const isAboutSame = (): boolean =>
      [...sources].some((each) => haveSameSubject(args, each.args));
    return summariseShown(lines, text, times, isPart || isLong(lines, isAboutSame));
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
    let searched = 0;
    for (const at of unknown) {
      if (isHeading(readLine(lines, text, at))) times[at] = -1;
      else searched += 1;
      if (searched > most) return undefined;
    }
    if (searched > 0) return 'mostly';
    if (!this.containsSampled(lines, text)) return undefined;
    return summariseShown(lines, text, times, this.isContent(lines, args));
  }

  /** Whether each known line that is known by a sample only was shown whole. */
  private containsSampled(lines: ScannedLines, text: string): boolean {
    for (let at = 0; at < lines.count; at += 1) {
      if ((times[at] ?? 0) <= 0 || !isSampled((lines.ends[at] ?? 0) - (lines.starts[at] ?? 0)))
        continue;
      const line = readLine(lines, text, at);
      const newest = this.results[this.table.newestWith(lines, at) % MAX_RESULTS];
      const mayContain = (each: ShownResult | undefined): boolean =>
        each !== undefined && (each.text.includes(line) || each.isCut);
      if (!mayContain(newest) && !this.results.some(mayContain)) return false;
    }
    return true;
  }

  private isContent(lines: ScannedLines, args: string): boolean {
    let [isPart, newest] = [true, 0];
    for (let at = 0; at < lines.count; at += 1) {
      if ((times[at] ?? 0) <= 0) continue;
      if (this.table.extentOf(lines, at) <= lines.count) isPart = false;
      newest = Math.max(newest, this.table.newestWith(lines, at));
    }
    const earlier = this.results[newest % MAX_RESULTS];
    const isAboutSame = (): boolean => earlier !== undefined && haveSameSubject(args, earlier.args);
    return isPart || isLong(lines, isAboutSame);
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

/**
 * Number of earlier results with each of the compared lines; -1 for a heading. Reused, as the
 * scanned lines are.
 */
const times = new Int32Array(MAX_LINES);

/** Whether there are enough lines to be content; compares the calls only where it matters. */
function isLong({ count }: ScannedLines, isAboutSame: () => boolean): boolean {
  return count >= MIN_LINES || (count >= MIN_LINES_OF_SAME && isAboutSame());
}
