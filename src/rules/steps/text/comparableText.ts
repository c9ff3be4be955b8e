import type { TextEnds } from './toExcerpt';
import { withoutEscapes } from '../../output/outputLines';
import {
  areEquivalentHeads,
  areEquivalentTails,
  areEquivalentLines,
  isEquivalentLine,
} from './areEquivalentLines';
import { hashSkeleton } from './hashSkeleton';

/** Tolerance in length for volatile text, in characters, plus a quarter of the text. */
const LENGTH_TOLERANCE = 100;

/**
 * Length up to which texts are compared without comparing their skeletons first, which differ in
 * some volatile words, such as the days of the week.
 */
const MAX_COMPARED_AT_ONCE = 600;

/** What npm and pnpm print before a script runs: its name and its command. */
const SCRIPT_BANNER = /^\n?> [^\n]{1,300}\n> [^\n]{1,2000}\n\n?/;

/** Leaves out what npm and pnpm print at the beginning of an output. */
export function dropBanner(text: string): string {
  return text.replace(SCRIPT_BANNER, '');
}

/** A result, or both ends of it, prepared for comparison with other results. */
export class ComparableText {
  private readonly head: string;
  /** Undefined if the head is the whole text. */
  private readonly tail: string | undefined;
  private readonly hasBanner: boolean;
  /** -1 until computed. */
  private knownLines = -1;
  private knownSkeleton: number | undefined;
  private knownSplit: readonly string[] | undefined;

  constructor({ head, tail }: TextEnds) {
    this.head = withoutEscapes(head);
    this.hasBanner = SCRIPT_BANNER.test(this.head);
    this.tail = tail === undefined ? undefined : withoutEscapes(tail);
  }

  get isEmpty(): boolean {
    return this.head === '';
  }

  isEquivalentTo(other: ComparableText): boolean {
    // Agents may lose the beginning of an output.
    return this.hasBanner === other.hasBanner
      ? this.equals(other)
      : this.withoutBanner().equals(other.withoutBanner());
  }

  private withoutBanner(): ComparableText {
    if (!this.hasBanner) return this;
    const head = dropBanner(this.head);
    return new ComparableText(this.tail === undefined ? { head } : { head, tail: this.tail });
  }

  private equals(other: ComparableText): boolean {
    const longer = Math.max(this.head.length, other.head.length);
    if (Math.abs(this.head.length - other.head.length) > LENGTH_TOLERANCE + longer / 4)
      return false;
    if (this.tail !== undefined && other.tail !== undefined)
      return (
        areEquivalentHeads(this.split, other.split) &&
        areEquivalentTails(this.tail.split('\n'), other.tail.split('\n'))
      );
    if (this.tail !== other.tail) return false;
    // Volatile text never spans lines, so the number of lines tells most texts apart.
    if (this.lines !== other.lines) return false;
    if (longer > MAX_COMPARED_AT_ONCE && this.skeleton !== other.skeleton) return false;
    if (this.lines === 1) return isEquivalentLine(this.head, other.head);
    return areEquivalentLines(this.split, other.split);
  }

  private get lines(): number {
    if (this.knownLines < 0) this.knownLines = countLines(this.head);
    return this.knownLines;
  }

  private get split(): readonly string[] {
    return (this.knownSplit ??= this.head.split('\n'));
  }

  private get skeleton(): number {
    return (this.knownSkeleton ??= hashSkeleton(this.head));
  }
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
