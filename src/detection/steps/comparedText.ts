import { keptText, maskedLine, skeleton } from './volatileText';

/** The ends of a result, kept to tell whether another one differs only in what varies from run to run. */
export class ComparedText {
  readonly text: string;
  private known: { readonly lines: number; skeleton?: number } | undefined;

  constructor(result: string) {
    this.text = keptText(result);
  }

  isLike(other: ComparedText): boolean {
    // Nothing that varies stands across lines: most texts are told apart by their number.
    if (this.lines !== other.lines || this.skeleton !== other.skeleton) return false;
    const others = other.text.split('\n');
    return this.text.split('\n').every((line, index) => isLikeLine(line, others[index] ?? ''));
  }

  private get lines(): number {
    return (this.known ??= { lines: lineCount(this.text) }).lines;
  }

  private get skeleton(): number {
    const known = (this.known ??= { lines: lineCount(this.text) });
    return (known.skeleton ??= skeleton(this.text));
  }
}

function isLikeLine(a: string, b: string): boolean {
  return a === b || maskedLine(a) === maskedLine(b);
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
