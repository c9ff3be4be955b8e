import type { FileEdit } from '../effects/fileEdit';
import { toWords, type Words } from '../text/toWords';

/** Lines of an edit that are compared. */
const MAX_LINES = 200;
/** Minimum share of common words of two texts that are nearly the same. */
const MIN_WORD_SHARE = 0.8;
/** Lines by which an inserted text of several lines may move and be the same. */
const MAX_SHIFT = 3;
/** A row of a table or a map may be there twice on purpose. */
const LETTERS = /\p{L}{3}/u;
/** Comments at the end of a line or on a line of their own. */
const COMMENT = /(?:^|\s)(?:#|\/\/|--)\s.*$/gm;

/** More lines than any file has. */
export const UNKNOWN_EXTENT = 10_000_000;

/** A successful edit of a run, prepared for comparison with others; computed on first use. */
export class KnownEdit {
  /** Whether what it added was removed since, or may have been. */
  isGone = false;
  /** Number of the line at which its text was shown; undefined if unknown. */
  shownLine: number | undefined;
  private knownAdded: readonly string[] | undefined;
  private knownRemoved: readonly string[] | undefined;
  private knownWords: Words | undefined;
  private knownAllWords: Words | undefined;

  constructor(
    /** Number of its step. */
    readonly number: number,
    /** Identifies calls that were made at once. */
    readonly batch: number,
    readonly edit: FileEdit,
  ) {}

  /** Lines that were not there before, trimmed; of a replaced range or file all lines. */
  get added(): readonly string[] {
    return (this.knownAdded ??= subtract(this.edit.after, this.edit.before));
  }

  /** Replaced lines that are not put back, trimmed. */
  get removed(): readonly string[] {
    return (this.knownRemoved ??= subtract(this.edit.before, this.edit.after));
  }

  /** The line of the added text that tells most; '' for none. */
  get mainLine(): string {
    return this.added.reduce((most, line) => (line.length > most.length ? line : most), '');
  }

  /** Words of the added text, without comments if there is more. */
  get words(): Words {
    if (this.knownWords !== undefined) return this.knownWords;
    const text = this.added.join('\n');
    const code = text.replace(COMMENT, '');
    return (this.knownWords = toWords(code.trim() === '' ? text : code));
  }

  /** Whether a file is edited, not a cell or a record that other arguments name. */
  get hasFile(): boolean {
    return this.edit.path !== '' && !this.edit.path.startsWith(' ');
  }

  /** Words of the replaced text and of what replaces it. */
  get allWords(): Words {
    return (this.knownAllWords ??= toWords(`${this.edit.before}\n${this.edit.after}`));
  }

  /** Whether the file has more text after the edit, so that repeating it doubles the text. */
  get isAddition(): boolean {
    const { target, lines, after } = this.edit;
    if (target === 'end') return true;
    if (target === 'text') return this.removed.length === 0 && this.added.length > 0;
    return target === 'lines' && lines !== undefined && countLines(after) > sizeOf(lines);
  }

  /** Lines that it replaces or puts there, the more of both; `UNKNOWN_EXTENT` for a whole file. */
  get extent(): number {
    const { target, lines, before, after } = this.edit;
    if (target === 'file') return UNKNOWN_EXTENT;
    const replaced = lines === undefined ? countLines(before) : sizeOf(lines);
    return Math.max(replaced, countLines(after));
  }

  /** Whether both edit the same place of the same file, and this one replaces no more of it. */
  isAtPlaceOf(other: KnownEdit): boolean {
    const [a, b] = [this.edit, other.edit];
    if (a.path !== b.path || a.target !== b.target) return false;
    if (a.target === 'text') return toAnchor(a) === toAnchor(b);
    if (a.lines === undefined || b.lines === undefined) return true;
    if (sizeOf(a.lines) > sizeOf(b.lines)) return false;
    const [shift, added] = [a.lines.first - b.lines.first, countLines(b.after)];
    return added > 1 ? Math.abs(shift) <= Math.max(MAX_SHIFT, added) : shift === 0 || shift === 1;
  }

  /** Whether both add the same text, but for comments, white space and a few additional words. */
  addsTextOf(other: KnownEdit): boolean {
    const [a, b] = [this.words, other.words];
    const [fewer, more] = a.count < b.count ? [a, b] : [b, a];
    if (!LETTERS.test(this.mainLine) || fewer.count < more.count * MIN_WORD_SHARE) return false;
    return isSubset(fewer.sorted, more.sorted);
  }

  /** Whether the edit may remove what the other one added. */
  removes(other: KnownEdit): boolean {
    const { target, lines } = this.edit;
    if (target === 'file') return true;
    if (target === 'text') return this.removed.some((line) => other.added.includes(line));
    if (lines === undefined || other.edit.lines === undefined) return false;
    if (sizeOf(lines) <= Math.max(0, sizeOf(other.edit.lines))) return false;
    const last = other.edit.lines.first + countLines(other.edit.after);
    return lines.first <= last && other.edit.lines.first <= lines.last;
  }
}

function sizeOf({ first, last }: { readonly first: number; readonly last: number }): number {
  return last - first + 1;
}

function countLines(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

/** The lines that an insertion keeps. */
function toAnchor({ before }: FileEdit): string {
  return before.replace(/\s+/g, ' ').trim();
}

/** The lines of a text without those of another one. */
function subtract(text: string, other: string): readonly string[] {
  if (other === '') return toLines(text);
  const left = new Map<string, number>();
  for (const line of toLines(other)) left.set(line, (left.get(line) ?? 0) + 1);
  return toLines(text).filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

function toLines(text: string): readonly string[] {
  return text
    .split('\n', MAX_LINES)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Whether a sorted list contains all of another one. */
function isSubset(fewer: readonly string[], more: readonly string[]): boolean {
  let at = 0;
  for (const word of fewer) {
    while (at < more.length && (more[at] ?? '') < word) at += 1;
    if (more[at] !== word) return false;
    at += 1;
  }
  return true;
}
