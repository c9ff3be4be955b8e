import { KEPT_CHARACTERS } from './volatileText';

/** Characters that are in nothing that varies: no digits, none of a hash, none that stand between numbers, no spaces. */
const FIRM = /[g-z_/\\(){}<>'"|!?*^~`@$&;\x80-\xff]/i;
/** By what the sum so far is multiplied for each byte, and what is added: all others leave it as it is. */
const FACTOR = Int32Array.from({ length: 256 }, (_, byte) => (isFirm(byte) ? 31 : 1));
const SUMMAND = Int32Array.from({ length: 256 }, (_, byte) => (isFirm(byte) ? byte : 0));
const NEW_LINE = 10;
const TEMPORARY = /\/(?:tmp|var\/folders|private)\/[^\0- ]*/g;

/** Bytes are read several times as fast as the characters of a string. */
const encoder = new TextEncoder();
const MOST_BYTES_OF_A_CHARACTER = 3;
const bytes = new Uint8Array(MOST_BYTES_OF_A_CHARACTER * (2 * KEPT_CHARACTERS + 100));

/**
 * A number for a kept text that is equal where only numbers, hashes, spaces, temporary names and the order of its
 * lines differ, and different for most texts that differ in more.
 */
export function skeleton(kept: string): number {
  const { written } = encoder.encodeInto(kept.replace(TEMPORARY, ''), bytes);
  let [sum, line] = [0, 0];
  for (let at = 0; at < written; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === NEW_LINE) {
      sum = (sum + line) | 0;
      line = 0;
    } else line = (Math.imul(line, FACTOR[byte] ?? 1) + (SUMMAND[byte] ?? 0)) | 0;
  }
  return (sum + line) | 0;
}

function isFirm(byte: number): boolean {
  return FIRM.test(String.fromCharCode(byte));
}
