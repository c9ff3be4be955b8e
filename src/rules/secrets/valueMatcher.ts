/** Code units are below it. */
const CODES = 0x1_0000;
/** Code units of the beginning of a pattern that a filter knows. */
const BEGINNING = 4;
const HASH_BITS = 18;
const LF = 0x0a;
const CR = 0x0d;
const BACKSLASH = 0x5c;
const N = 0x6e;
const R = 0x72;
/** More skipped characters in a row are no break inside a word. */
const LONGEST_BREAK = 16;

/**
 * An automaton over patterns (Aho-Corasick): finds all of them at once, in time linear in the text. Line breaks do not
 * count in either, since terminals and `base64` break long words.
 */
export class ValueMatcher {
  /** By state: how many code units of a pattern have been read. */
  readonly depth: number[] = [0];
  /** By state: length of the longest pattern that ends there; 0 for none. */
  readonly matched: number[] = [0];
  /** By state: the state of its longest proper suffix. */
  private readonly fallback: number[] = [0];
  /** By state: the code unit that leads to it, its first child, and the next child of its parent; 0 for none. */
  private readonly code: number[] = [0];
  private readonly child: number[] = [0];
  private readonly sibling: number[] = [0];
  /** The states of depth 1, by their code unit. */
  private readonly first = new Int32Array(CODES);
  /** Marks the hashes of the first code units of all patterns: two, and `BEGINNING`. */
  private readonly pairs = new Uint8Array(CODES);
  private readonly beginnings = new Uint8Array(1 << HASH_BITS);

  /** Ignores patterns with fewer than `BEGINNING` code units. */
  constructor(patterns: Iterable<string>) {
    for (const pattern of patterns) this.add(pattern.replace(/[\r\n]/g, ''));
    this.link();
  }

  /** The state after the code unit. */
  next(state: number, code: number): number {
    for (let at = state; at !== 0; at = this.fallback[at] ?? 0) {
      const found = this.childOf(at, code);
      if (found !== 0) return found;
    }
    return this.first[code] ?? 0;
  }

  /** False: no pattern begins at the index. Never false where a line break or the end of the text is near. */
  mayBeginAt(text: string, index: number): boolean {
    const one = text.charCodeAt(index);
    const two = text.charCodeAt(index + 1);
    if (this.pairs[hashPair(one, two)] === 1) {
      if (this.beginnings[hash(text, index)] === 1) return true;
      return isBreak(text.charCodeAt(index + 2)) || isBreak(text.charCodeAt(index + 3));
    }
    return this.first[one] !== 0 && isBreak(two);
  }

  private childOf(state: number, code: number): number {
    let at = this.child[state] ?? 0;
    while (at !== 0 && this.code[at] !== code) at = this.sibling[at] ?? 0;
    return at;
  }

  private add(pattern: string): void {
    if (pattern.length < BEGINNING) return;
    this.pairs[hashPair(pattern.charCodeAt(0), pattern.charCodeAt(1))] = 1;
    this.beginnings[hash(pattern, 0)] = 1;
    let state = 0;
    for (let index = 0; index < pattern.length; index++) {
      const code = pattern.charCodeAt(index);
      const known = state === 0 ? (this.first[code] ?? 0) : this.childOf(state, code);
      state = known === 0 ? this.addState(state, code) : known;
    }
    this.matched[state] = pattern.length;
  }

  private addState(parent: number, code: number): number {
    const state = this.depth.push((this.depth[parent] ?? 0) + 1) - 1;
    this.matched.push(0);
    this.fallback.push(0);
    this.code.push(code);
    this.child.push(0);
    if (parent === 0) {
      this.sibling.push(0);
      this.first[code] = state;
    } else {
      this.sibling.push(this.child[parent] ?? 0);
      this.child[parent] = state;
    }
    return state;
  }

  /** Sets the fallbacks, those of shallow states first. */
  private link(): void {
    const queue = this.depth.flatMap((depth, state) => (depth === 1 ? [state] : []));
    for (const parent of queue) {
      const suffix = this.fallback[parent] ?? 0;
      this.matched[parent] ||= this.matched[suffix] ?? 0;
      for (let state = this.child[parent] ?? 0; state !== 0; state = this.sibling[state] ?? 0) {
        this.fallback[state] = this.next(suffix, this.code[state] ?? 0);
        queue.push(state);
      }
    }
  }
}

function hashPair(one: number, two: number): number {
  return ((one << 8) ^ two) & (CODES - 1);
}

/** Hash of four code units. */
function hash(text: string, at: number): number {
  const mixed =
    text.charCodeAt(at) +
    Math.imul(text.charCodeAt(at + 1), 0x101) +
    Math.imul(text.charCodeAt(at + 2), 0x1_0101) +
    Math.imul(text.charCodeAt(at + 3), 0x101_0101);
  return Math.imul(mixed, 0x9e37_79b1) >>> (32 - HASH_BITS);
}

/** Whether a pattern may go on behind it: a character that is skipped, or the end of a piece (NaN). */
function isBreak(code: number): boolean {
  return !(code > CR) || code === BACKSLASH;
}

/** A place in a text: code units, `to` exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** One reading of a text by a matcher, piece by piece. */
export class MatchReader {
  private state = 0;
  /** Code unit before the next one. */
  private before = 0;
  /** Skipped characters since the last one that counted. */
  private skipped = 0;

  /**
   * `escaped`: also skips what JSON and shells put before or in place of characters: backslashes, and the `n` or `r`
   * of an escaped line break.
   */
  constructor(
    private readonly matcher: ValueMatcher,
    private readonly escaped: boolean,
  ) {}

  /** Reads the text on from an index; adds what it finds to `found`. */
  read(text: string, start: number, found: Span[]): void {
    const { matcher, escaped } = this;
    let { state, before, skipped } = this;
    for (let index = start; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (state === 0 && !matcher.mayBeginAt(text, index)) {
        before = code;
        continue;
      }
      if (!isSkipped(code, before, escaped)) {
        state = matcher.next(state, code);
        skipped = 0;
        const length = matcher.matched[state] ?? 0;
        if (length > 0) found.push({ from: this.startOf(text, index + 1, length), to: index + 1 });
      } else if (++skipped > LONGEST_BREAK) state = 0;
      before = code;
    }
    Object.assign(this, { state, before, skipped });
  }

  /** Whether both find the same in what follows `text`, as long as that has no backslash. */
  isLike(other: MatchReader, text: string): boolean {
    const isEscaping = this.before === BACKSLASH || other.before === BACKSLASH;
    if (isEscaping || this.state !== other.state) return false;
    return this.openFrom(text) === other.openFrom(text);
  }

  become({ state, before, skipped }: MatchReader): void {
    Object.assign(this, { state, before, skipped });
  }

  /** Where the text ends with the beginning of a pattern, its index; else the length of the text. */
  openFrom(text: string): number {
    return this.startOf(text, text.length, this.matcher.depth[this.state] ?? 0);
  }

  /** Index of the character that is `count` characters before `end`, without those that are skipped. */
  private startOf(text: string, end: number, count: number): number {
    let index = end;
    for (let left = count; left > 0 && index > 0;) {
      index--;
      const before = index === 0 ? 0 : text.charCodeAt(index - 1);
      if (!isSkipped(text.charCodeAt(index), before, this.escaped)) left--;
    }
    return index;
  }
}

function isSkipped(code: number, before: number, escaped: boolean): boolean {
  if (code === LF || code === CR) return true;
  if (!escaped) return false;
  return code === BACKSLASH || (before === BACKSLASH && (code === N || code === R));
}
