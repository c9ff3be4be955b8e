/** Features of a line, found in one pass; they show which patterns cannot match it. */
export interface LineTraits {
  /** One bit for each letter in either case. */
  readonly letters: number;
  /** One bit for each of `SIGNS`, `QUANTITY` and `NOT_ASCII`. */
  readonly signs: number;
  /** Length of the longest run of decimal digits. */
  readonly digits: number;
  /** Length of the longest run of hexadecimal digits, decimal ones included. */
  readonly hex: number;
}

const SIGNS = '()[]{}<>:;,./\\-_=*%@"\'';
/** A number followed by a possible unit. */
const QUANTITY = 1 << 28;
const NOT_ASCII = 1 << 29;

const ASCII = 128;
const SPACE = 32;
const DECIMAL = 1;
const HEXADECIMAL = 2;
const UNIT = 4;

/** Properties of each ASCII character; typed arrays are the fastest to read. */
const letterBits = new Int32Array(ASCII);
const signBits = new Int32Array(ASCII);
const kinds = new Uint8Array(ASCII);

function fillCharacterTables(): void {
  for (let at = 0; at < 26; at += 1) letterBits[65 + at] = letterBits[97 + at] = 1 << at;
  for (let at = 0; at < SIGNS.length; at += 1) signBits[SIGNS.charCodeAt(at)] = 1 << at;
  for (const each of '0123456789') kinds[each.charCodeAt(0)] = DECIMAL | HEXADECIMAL;
  for (const each of 'abcdefABCDEF') kinds[each.charCodeAt(0)] = HEXADECIMAL;
  for (const each of 'hmnsuHMNSU') kinds[each.charCodeAt(0)] = UNIT;
}
fillCharacterTables();

/** Reads the features of a line in one pass. */
export function readTraits(line: string): LineTraits {
  let [letters, signs, digits, hex] = [0, 0, 0, 0];
  let [digitsHere, hexHere] = [0, 0];
  /** 2 after a digit, 1 after a digit and a blank. */
  let behind = 0;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    const kind = code < ASCII ? (kinds[code] ?? 0) : UNIT;
    letters |= letterBits[code] ?? 0;
    signs |= code < ASCII ? (signBits[code] ?? 0) : NOT_ASCII;
    hexHere = (kind & HEXADECIMAL) === 0 ? 0 : hexHere + 1;
    if (hexHere > hex) hex = hexHere;
    if ((kind & DECIMAL) !== 0) {
      digitsHere += 1;
      if (digitsHere > digits) digits = digitsHere;
      behind = 2;
      continue;
    }
    digitsHere = 0;
    if (behind > 0 && kind === UNIT) signs |= QUANTITY;
    behind = behind === 2 && code === SPACE ? 1 : 0;
  }
  return { letters, signs, digits, hex };
}

/**
 * Parses what every line needs that a pattern matches. Each character stands for itself, a small letter for either
 * case; `0` for a decimal and `#` for a hexadecimal digit, repeated for as many in a row; `Q` for a number followed by
 * a possible unit; `N` for any non-ASCII character; `|` separates alternatives.
 */
export function parseNeeds(written: string): readonly LineTraits[] {
  return written.split('|').map((alternative) => {
    const need = { letters: 0, signs: 0, digits: 0, hex: 0 };
    for (const each of alternative) {
      if (each === '0') need.digits += 1;
      else if (each === '#') need.hex += 1;
      else if (each === 'Q') need.signs |= QUANTITY;
      else if (each === 'N') need.signs |= NOT_ASCII;
      else {
        need.letters |= letterBits[each.charCodeAt(0)] ?? 0;
        need.signs |= signBits[each.charCodeAt(0)] ?? 0;
      }
    }
    return need;
  });
}

/** Whether the line meets at least one of the needs. */
export function meetsAnyNeed(traits: LineTraits, needs: readonly LineTraits[]): boolean {
  for (const need of needs) {
    if (
      (traits.letters & need.letters) === need.letters &&
      (traits.signs & need.signs) === need.signs &&
      traits.digits >= need.digits &&
      traits.hex >= need.hex
    )
      return true;
  }
  return false;
}
