import { ANY_DURATION } from '../signature/durations';

/** Characters that are in nothing that varies: no digits, none of a hash, none that stand around numbers, no spaces. */
const FIRM = /[g-z_/\\{}<>'"|!?*^~`@$&;\x80-\xff]/i;
/** The same and what numbers and hashes consist of. */
const FIRM_OR_NUMBER = /[\w/\\{}<>'"|!?*^~`@$&;\x80-\xff]/;
const NEW_LINE = 10;
const TEMPORARY = String.raw`/(?:tmp|var/folders|private)/[^\0- ]*`;
/** What is of another length in each run, its letters included. */
const VARYING = new RegExp(`${TEMPORARY}|${ANY_DURATION}`, 'g');
const CLOCK = String.raw`\d\d:\d\d:\d\d(?:[.,]\d{1,9})?`;
const VARYING_OR_CLOCK = new RegExp(`${VARYING.source}|${CLOCK}`, 'g');

/** Bytes are read several times as fast as the characters of a string. */
const encoder = new TextEncoder();
const CHUNK = 4_096;
const MOST_BYTES_OF_A_CHARACTER = 3;
const bytes = new Uint8Array(MOST_BYTES_OF_A_CHARACTER * CHUNK);

/** By what the sum so far is multiplied for each byte, and what is added: bytes that are not firm leave it as it is. */
interface Weights {
  readonly factors: Int32Array;
  readonly summands: Int32Array;
}

function weightsOf(firm: RegExp): Weights {
  const isFirm = (byte: number): boolean => firm.test(String.fromCharCode(byte));
  return {
    factors: Int32Array.from({ length: 256 }, (_, byte) => (isFirm(byte) ? 31 : 1)),
    summands: Int32Array.from({ length: 256 }, (_, byte) => (isFirm(byte) ? byte : 0)),
  };
}

const WORDS = weightsOf(FIRM);
const WORDS_AND_NUMBERS = weightsOf(FIRM_OR_NUMBER);

/**
 * A number for a text that is equal where only numbers, durations, hashes, spaces, temporary names and the order of its
 * lines differ, and different for most texts that differ in more.
 */
export function skeleton(text: string): number {
  return sumOf(text.replace(VARYING, ''), WORDS);
}

/** As `skeleton`, equal only where of all numbers none but durations and times of day differ. */
export function skeletonWithNumbers(text: string): number {
  return sumOf(text.replace(VARYING_OR_CLOCK, ''), WORDS_AND_NUMBERS);
}

function sumOf(text: string, { factors, summands }: Weights): number {
  let [sum, line] = [0, 0];
  for (let from = 0; from < text.length; from += CHUNK) {
    const chunk = text.length <= CHUNK ? text : text.slice(from, from + CHUNK);
    const { written } = encoder.encodeInto(chunk, bytes);
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
