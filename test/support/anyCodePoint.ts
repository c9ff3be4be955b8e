import fc from 'fast-check';

/** Code points that are halves of pairs, which no valid text has alone: 0xd800 to 0xdfff. */
const [HALVES, HALF_COUNT] = [0xd800, 0x800];

/**
 * Any code point except halves of pairs, as a unit of strings. The library's own `'binary'` holds 80 MB for as long as the
 * process lives, and each program that a test starts costs time by the memory of the process that starts it.
 */
export const anyCodePoint = fc
  .integer({ min: 0, max: 0x10ffff - HALF_COUNT })
  .map((at) => String.fromCodePoint(at < HALVES ? at : at + HALF_COUNT));
