import type { Step } from '../../../src/model/steps/step';

/** Characters of the longest text of a hostile step. */
export const HOSTILE_CHARACTERS = 10_000_000;

const filled = (piece: string): string =>
  piece.repeat(Math.ceil(HOSTILE_CHARACTERS / piece.length)).slice(0, HOSTILE_CHARACTERS);

/** Texts of `HOSTILE_CHARACTERS` that are hard on somebody: on patterns, on parsers, on whoever copies them. */
const TEXTS: readonly (() => string)[] = [
  () => JSON.stringify({ command: filled('x') }),
  () => filled('['),
  () => filled('{"a":'),
  () => filled('abcdef'),
  () => filled('1234567890'),
  () => filled('error: '),
  () => filled('/tmp/'),
  () => filled(' \t'),
  () => filled('\n'),
  () => filled('\u001b[31m\u0000\r'),
  () => filled('\ud800'),
  () => filled('0x1f '),
];

/** Different hostile steps, as many as `hostileStep` tells apart. */
export const HOSTILE_STEPS = 3 * TEXTS.length;

/** A step with a text of 10 MB as its arguments, its result or its thought, made anew. */
export function hostileStep(number: number): Step {
  const text = TEXTS[number % TEXTS.length]!();
  const step = { number, tool: 'Bash', args: 'make', result: 'made', thought: '' };
  switch (Math.floor(number / TEXTS.length) % 3) {
    case 0:
      return { ...step, args: own(`${text}${number}`) };
    case 1:
      return { ...step, result: own(`${text}${number}`) };
    default:
      return { ...step, tool: '', thought: own(`${text}${number}`) };
  }
}

/** The same text, not a rope of pieces that whoever reads it first has to put together. */
function own(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
