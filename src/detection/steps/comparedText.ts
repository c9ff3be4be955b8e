import { skeleton } from './skeleton';
import { maskedLine } from './volatileText';

/** Lines that may differ in what varies: more of them are another text. */
const MOST_DIFFERING = 60;

/** Differing lines that are compared in any order: more than that many are not looked at twice. */
const MOST_REORDERED = 8;

/** Characters by which what varies may differ in length, besides a quarter of the text. */
const SPARE = 100;

/** The ends of a result, kept to tell whether another one differs only in what varies from run to run. */
export class ComparedText {
  /** -1 before anybody asked. */
  private knownLines = -1;
  private knownSkeleton: number | undefined;
  private knownSplit: readonly string[] | undefined;

  /** `text`: as `keptText` gives it. */
  constructor(readonly text: string) {}

  isLike(other: ComparedText): boolean {
    const longer = Math.max(this.text.length, other.text.length);
    if (Math.abs(this.text.length - other.text.length) > SPARE + longer / 4) return false;
    // Nothing that varies stands across lines: most texts are told apart by their number.
    if (this.lines !== other.lines || this.skeleton !== other.skeleton) return false;
    if (this.lines === 1) return isLikeLine(this.text, other.text);
    const [lines, others] = [this.split, other.split];
    const differ: number[] = [];
    lines.forEach((line, at) => {
      if (line !== others[at]) differ.push(at);
    });
    if (differ.length > MOST_DIFFERING) return false;
    const isInOrder = differ.every((at) => isLikeLine(lines[at] ?? '', others[at] ?? ''));
    return (
      isInOrder || (differ.length <= MOST_REORDERED && areLikeInAnyOrder(differ, lines, others))
    );
  }

  private get lines(): number {
    if (this.knownLines < 0) this.knownLines = lineCount(this.text);
    return this.knownLines;
  }

  private get split(): readonly string[] {
    return (this.knownSplit ??= this.text.split('\n'));
  }

  private get skeleton(): number {
    return (this.knownSkeleton ??= skeleton(this.text));
  }
}

function isLikeLine(a: string, b: string): boolean {
  return maskedLine(a) === maskedLine(b);
}

/** What runs side by side prints in another order each time. */
function areLikeInAnyOrder(
  differ: readonly number[],
  lines: readonly string[],
  others: readonly string[],
): boolean {
  const masked = (from: readonly string[]): readonly string[] =>
    differ.map((at) => maskedLine(from[at] ?? '')).toSorted();
  const [a, b] = [masked(lines), masked(others)];
  return a.every((line, at) => line === b[at]);
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
