import { ANY_DURATION } from '../../failure/signature/durations';

/** Characters that are in nothing that varies: no digits, none of a hash, none that stand around numbers, no spaces. */
const FIRM = /[g-z_/\\{}'"|!?*^~`@$&;\x80-\xff]/i;
/** The same and what numbers and hashes consist of. */
const FIRM_OR_NUMBER = /[\w/\\{}'"|!?*^~`@$&;\x80-\xff]/;
const [NEW_LINE, SPACE] = [10, 32];
const TEMPORARY = /\/(?:tmp|var\/folders|private)\/[^\0- ]*|, estimated(?= \d)/g;
/** What is of another length in each run, its letters included. */
const VARYING = new RegExp(
  String.raw`${TEMPORARY.source}|${ANY_DURATION}|\d\d:\d\d:\d\d(?:[.,]\d{1,9})?|\b(?=[a-f]{0,7}\d)[\da-f]{8,64}(?:-[\da-f]{4,12}){0,4}\b|(?<![\d.])\d{4,}(?![\d.])|\d{1,9}(?:\.\d{1,9})?(?= \w{1,20}/s\b|% of (?:total )?time\b)`,
  'g',
);

/** Bytes are read several times as fast as the characters of a string. */
const encoder = new TextEncoder();
const CHUNK = 4_096;
const MOST_BYTES_OF_A_CHARACTER = 3;
const bytes = new Uint8Array(MOST_BYTES_OF_A_CHARACTER * CHUNK);

/** By what the sum so far is multiplied for each byte, and what is added: bytes that are not firm leave it as it is. */
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

/** 1 for a digit, 2 for a letter or a byte of one: what may be in a unit. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return /\d/.test(character) ? 1 : /[a-z\x80-\xff]/i.test(character) ? 2 : 0;
});

/**
 * A number for a text that is equal where only numbers, the words right behind them (units), hashes, spaces, temporary
 * names and the order of its lines differ, and different for most texts that differ in more.
 */
export function hashSkeleton(text: string): number {
  const { factors, addends: summands } = WORDS;
  const read = text.replace(TEMPORARY, '');
  let [sum, line] = [0, 0];
  /** 3 behind a digit, 2 behind a digit and a space, 1 in a word behind these. */
  let behind = 0;
  for (let from = 0; from < read.length; from += CHUNK) {
    const { written } = encoder.encodeInto(sliceChunk(read, from), bytes);
    for (let at = 0; at < written; at += 1) {
      const byte = bytes[at] ?? 0;
      const kind = KINDS[byte] ?? 0;
      if (kind === 1) behind = 3;
      else if (behind > 0 && kind === 2) behind = 1;
      else {
        behind = behind === 3 && byte === SPACE ? 2 : 0;
        if (byte === NEW_LINE) {
          sum = (sum + line) | 0;
          line = 0;
        } else line = (Math.imul(line, factors[byte] ?? 1) + (summands[byte] ?? 0)) | 0;
      }
    }
  }
  return (sum + line) | 0;
}

/** As `skeleton`, equal only where of all numbers none but times, rates, hashes and long ones (ids, seeds) differ. */
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
