import { matchWords } from './matchWords';

/** Minimum length of a repetitive part, in characters. */
const MIN_LENGTH = 250;
/** Length below which only one or two words may repeat: a short list may have equal lines. */
const SHORT = 500;
const MAX_SHARE_IF_SHORT = 0.06;
/** Maximum number of parts that are read, from the end. */
const MAX_PARTS = 4;
/** Number of places at which a sample is taken, its length, and how many may occur once. */
const [SAMPLES, SAMPLE, MAX_SINGLE] = [8, 10, 2];
/** Number of words in a row that are compared, and of characters where there are few words. */
const [WORDS_IN_ROW, CHARACTERS_IN_ROW] = [3, 12];
/** Characters for each word in a text without spaces between its words. */
const MAX_WORD = 20;

const LETTERS = /\p{L}{2}/u;
/** Number or time at the beginning of a line, also after an escaped line break. */
const LEAD = /(^|\n|\\n)\s{0,20}(?:\d{1,5}[.):]|(?:\d{1,2}:){1,2}\d\d|[-*+])[ \t]/g;
/** Ends of sentences and lines. */
const END = /\n|\\n|(?<=[.!?]) |(?<=[。！？])/;

/** Number of times that a sentence is said to count as repeated, and minimum share of these in a text. */
const [MIN_TIMES, MIN_REPEATED, MIN_REPEATED_IF_SHORT] = [5, 0.4, 0.8];
/** Minimum length of such a sentence, in characters. */
const MIN_SENTENCE = 12;

/** Number of items that are a list, and minimum share of different ones among them. */
const [MIN_ITEMS, MIN_DIFFERENT] = [6, 0.8];
/** Ends of lines, also escaped ones, and of the items of generated data on one line. */
const [LINE_END, ITEM_END] = [/\n|\\n/, /\n|\\n|;|(?<=[)\]}]),|(?<=[.!?]) /];

/** When a part of a text is repetitive. */
export interface Degeneration {
  /** Length of a part, in characters. */
  readonly length: number;
  /** Minimum number of words in it. */
  readonly minWords: number;
  /** Maximum share of different rows of three words, from 0 to 1. */
  readonly maxShare: number;
  /** Whether a part also is repetitive if it says the same sentences again, with others in between. */
  readonly bySentence: boolean;
}

/**
 * Finds the line or sentence that a text repeats most if a part of it consists of little else: a
 * model that cannot stop. Numbers at the beginning of lines do not count; other numbers do, since
 * generated data differs in them: a list whose items differ is none. Undefined for any other text. Reads the last
 * four parts only.
 */
export function findRepetitivePart(text: string, limits: Degeneration): string | undefined {
  let end = text.length;
  for (let part = 0; part < MAX_PARTS && end >= MIN_LENGTH; part += 1) {
    const read = text.slice(Math.max(0, end - limits.length), end);
    if (read.length >= MIN_LENGTH && mayRepeat(read)) {
      const said = read.replace(LEAD, '$1');
      if (isRepetitive(said, limits)) return findMostRepeated(said);
    }
    end -= limits.length;
  }
  return undefined;
}

function isRepetitive(text: string, { minWords, ...limits }: Degeneration): boolean {
  if (!LETTERS.test(text)) return false;
  if (isListOfDifferent(text.split(LINE_END))) return false;
  if (limits.bySentence && repeatsSentences(text)) return true;
  if (isListOfDifferent(text.split(ITEM_END))) return false;
  const maxShare = text.length < SHORT ? MAX_SHARE_IF_SHORT : limits.maxShare;
  const words = matchWords(text);
  if (words.length >= minWords)
    return hasFewRows(words.length, WORDS_IN_ROW, maxShare, (from, to) =>
      words.slice(from, to).join(' '),
    );
  if (text.length / words.length < MAX_WORD) return false;
  return hasFewRows(text.length, CHARACTERS_IN_ROW, maxShare, (from, to) => text.slice(from, to));
}

/** Whether nearly all items differ in their words, however much these are alike. */
function isListOfDifferent(items: readonly string[]): boolean {
  if (items.length < MIN_ITEMS) return false;
  const different = new Set<string>();
  // Equal items are read once.
  const known = new Map<string, string>();
  let count = 0;
  for (const item of items) {
    const said = known.get(item) ?? [...new Set(matchWords(item))].join(' ');
    known.set(item, said);
    if (said === '') continue;
    count += 1;
    different.add(said);
  }
  return count >= MIN_ITEMS && different.size >= MIN_DIFFERENT * count;
}

/** Whether much of a text is sentences that are said several times. */
function repeatsSentences(text: string): boolean {
  let repeated = 0;
  for (const [sentence, times] of countSentences(text))
    if (sentence.length >= MIN_SENTENCE && times >= MIN_TIMES) repeated += sentence.length * times;
  return repeated >= text.length * (text.length < SHORT ? MIN_REPEATED_IF_SHORT : MIN_REPEATED);
}

/** The lines and sentences of a text that have words, with how often each is said. */
function countSentences(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const piece of text.split(END)) {
    const said = piece.trim();
    if (LETTERS.test(said)) counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  return counts;
}

/** Whether at most a share of the rows of `count` of the items are different. */
function hasFewRows(
  items: number,
  count: number,
  maxShare: number,
  read: (from: number, to: number) => string,
): boolean {
  const rows = new Set<string>();
  for (let at = count; at <= items && rows.size <= maxShare * items; at += 1)
    rows.add(read(at - count, at));
  return rows.size <= maxShare * items;
}

/** Cheap check by samples, which rejects most texts. */
function mayRepeat(text: string): boolean {
  let single = 0;
  for (let index = 1; index <= SAMPLES; index += 1) {
    const at = Math.floor(((text.length - SAMPLE) * index) / (SAMPLES + 1));
    const sample = text.slice(at, at + SAMPLE);
    if (text.indexOf(sample) === at && !text.includes(sample, at + 1)) single += 1;
    if (single > MAX_SINGLE) return false;
  }
  return true;
}

/** Finds the most frequent line or sentence; the end of the text if none repeats. */
function findMostRepeated(text: string): string {
  let [most, times] = ['', 1];
  for (const [said, count] of countSentences(text)) {
    const isLonger = count === times && said.length > most.length;
    if (count > times || (isLonger && count > 1)) [most, times] = [said, count];
  }
  return most === '' ? text.slice(-SAMPLE * SAMPLES).trim() : most;
}
