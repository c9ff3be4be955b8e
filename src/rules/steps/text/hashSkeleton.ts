import { ANY_DURATION } from '../../failure/signature/durations';
import { dropWords } from './maskWords';

/**
 * Characters that volatile text never contains: no digits, hash digits, number punctuation or
 * spaces.
 */
const FIRM = /[g-z_/\\{}'"|!?*^~`@$&;\x80-\xff]/i;
/** As `FIRM`, plus the characters of numbers and hashes. */
const FIRM_OR_NUMBER = /[\w/\\{}'"|!?*^~`@$&;\x80-\xff]/;
const [NEW_LINE, SPACE] = [10, 32];
const TEMPORARY = /\/(?:tmp|var\/folders|private)\/[^\0- ]*|, estimated(?= \d)/g;
/** Volatile text whose length, letters included, differs from run to run. */
const VARYING = new RegExp(
  String.raw`${TEMPORARY.source}|${ANY_DURATION}|\d\d:\d\d:\d\d(?:[.,]\d{1,9})?|\b(?=[a-f]{0,7}\d)[\da-f]{8,64}(?:-[\da-f]{4,12}){0,4}\b|(?<![\d.])\d{4,}(?![\d.])|\d{1,9}(?:\.\d{1,9})?(?= \w{1,20}/s\b|% of (?:total )?time\b)`,
  'g',
);

/** Bytes are read several times faster than the characters of a string. */
const encoder = new TextEncoder();
const CHUNK = 4_096;
const MOST_BYTES_OF_A_CHARACTER = 3;
const bytes = new Uint8Array(MOST_BYTES_OF_A_CHARACTER * CHUNK);

/**
 * Factor and addend of the hash for each byte; bytes that are not firm leave the hash unchanged.
 */
interface Weights {
  readonly factors: Int32Array;
  readonly addends: Int32Array;
}

function toWeights(firm: RegExp): Weights {
  const isFirm = (byte: number): boolean => firm.test(String.fromCharCode(byte));
  return {
    factors: Int32Array.from({ length: 256 }, (_, byte) => (isFirm(byte) ? 31 : 1)),
    addends: Int32Array.from({ length: 256 }, (_, byte) => (isFirm(byte) ? byte : 0)),
  };
}

const WORDS = toWeights(FIRM);
const WORDS_AND_NUMBERS = toWeights(FIRM_OR_NUMBER);

/** Kinds of bytes: digits, and those that may stand beside a digit in an id. */
const [OTHER, DIGIT, WORD] = [0, 1, 2] as const;
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return /\d/.test(character) ? DIGIT : /[\w\x80-\xff-]/.test(character) ? WORD : OTHER;
});

/** Parts of a text: between words, in a word, in one with a digit, directly after it, in the next. */
const [BETWEEN, IN_WORD, IN_NUMBER, BEHIND, IN_UNIT] = [0, 1, 2, 3, 4] as const;

/**
 * Hashes a text so that the hash ignores words with a digit and the words after them, durations in words, spaces,
 * temporary names and the order of lines. Most other differences change the hash.
 */
export function hashSkeleton(text: string): number {
  const { factors, addends } = WORDS;
  const read = dropWords(text.replace(TEMPORARY, ''));
  let [sum, line, atWord] = [0, 0, 0];
  let part: number = BETWEEN;
  for (let from = 0; from < read.length; from += CHUNK) {
    const { written } = encoder.encodeInto(sliceChunk(read, from), bytes);
    for (let at = 0; at < written; at += 1) {
      const byte = bytes[at] ?? 0;
      const kind = KINDS[byte] ?? OTHER;
      if (kind === DIGIT) {
        if (part === IN_WORD) line = atWord;
        part = IN_NUMBER;
      } else if (kind === WORD) {
        if (part === BEHIND) part = IN_UNIT;
        if (part === IN_NUMBER || part === IN_UNIT) continue;
        if (part === BETWEEN) atWord = line;
        part = IN_WORD;
        line = (Math.imul(line, factors[byte] ?? 1) + (addends[byte] ?? 0)) | 0;
      } else {
        part = part === IN_NUMBER && byte === SPACE ? BEHIND : BETWEEN;
        if (byte === NEW_LINE) {
          sum = (sum + line) | 0;
          line = 0;
        } else line = (Math.imul(line, factors[byte] ?? 1) + (addends[byte] ?? 0)) | 0;
      }
    }
  }
  return (sum + line) | 0;
}

/**
 * As `hashSkeleton`, but of all numbers only times, rates, hashes and long ones (ids, seeds) are
 * ignored.
 */
export function hashSkeletonWithNumbers(text: string): number {
  const { factors, addends: summands } = WORDS_AND_NUMBERS;
  const read = text.replace(VARYING, '');
  let [sum, line] = [0, 0];
  for (let from = 0; from < read.length; from += CHUNK) {
    const { written } = encoder.encodeInto(sliceChunk(read, from), bytes);
    for (let at = 0; at < written; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === NEW_LINE) {
        sum = (sum + line) | 0;
        line = 0;
      } else line = (Math.imul(line, factors[byte] ?? 1) + (summands[byte] ?? 0)) | 0;
    }
  }
  return (sum + line) | 0;
}

function sliceChunk(text: string, from: number): string {
  return text.length <= CHUNK ? text : text.slice(from, from + CHUNK);
}
