import { MatchReader, type Span, type ValueMatcher } from './valueMatcher';

/** Replaces a secret. */
export const MASK = '***';

/** Masks the patterns of a matcher in a text that arrives in pieces. */
export class MaskStream {
  private readonly plain: MatchReader;
  private readonly escaped: MatchReader;
  /** What is not passed on yet: it may be the beginning of a secret. */
  private held = '';
  /** Found in `held`, in order of their ends. */
  private spans: Span[] = [];
  /** Code units at the beginning of `held` whose mask is passed on already. */
  private covered = 0;

  constructor(
    matcher: ValueMatcher,
    private readonly mask: string = MASK,
  ) {
    this.plain = new MatchReader(matcher, false);
    this.escaped = new MatchReader(matcher, true);
  }

  /** Takes a piece; returns what can be passed on. */
  write(piece: string): string {
    const { plain, escaped, held } = this;
    const text = held + piece;
    const alike = escaped.isLike(plain, held) && !piece.includes('\\');
    plain.read(text, held.length, this.spans);
    if (alike) escaped.become(plain);
    else escaped.read(text, held.length, this.spans);
    return this.release(text, Math.min(plain.openFrom(text), escaped.openFrom(text)));
  }

  /** Returns the rest. */
  end(): string {
    return this.release(this.held, this.held.length);
  }

  /** Passes the text on up to an index, with masks, and keeps the rest. */
  private release(text: string, until: number): string {
    const parts: string[] = [];
    const kept: Span[] = [];
    let at = this.covered;
    for (const { from, to } of this.spans.sort((left, right) => left.from - right.from)) {
      const overlaps = from < at;
      if (!overlaps && from >= until) {
        kept.push({ from: from - until, to: to - until });
        continue;
      }
      if (!overlaps) parts.push(text.slice(at, from), this.mask);
      at = Math.max(at, to);
    }
    if (at < until) parts.push(text.slice(at, until));
    this.held = text.slice(until);
    this.spans = kept;
    this.covered = Math.max(0, at - until);
    return parts.join('');
  }
}
