import fc from 'fast-check';

/**
 * Any code point, lone surrogates included, as a unit of strings. The library's own `'binary'` holds 80 MB for as long as
 * the process lives, and each program that a test starts costs time by the memory of the process that starts it.
 */
export const anyCodePoint = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code));
