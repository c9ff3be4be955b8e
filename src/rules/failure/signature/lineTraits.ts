/** What a line holds: enough to tell that a pattern cannot match it, found in one pass. */
export interface LineTraits {
  /** One bit for each letter in either case. */
  readonly letters: number;
  /** One bit for each of `SIGNS`, `QUANTITY` and `NOT_ASCII`. */
  readonly signs: number;
  /** Most decimal digits in a row. */
  readonly digits: number;
  /** Most hexadecimal digits in a row, of either kind. */
  readonly hex: number;
}

const SIGNS = '()[]{}<>:;,./\\-_=*%@"\'';
/** A number with what may be a unit behind it. */
const QUANTITY = 1 << 28;
const NOT_ASCII = 1 << 29;

const ASCII = 128;
const SPACE = 32;
const DECIMAL = 1;
const HEXADECIMAL = 2;
const UNIT = 4;

/** What each character of ASCII is; numbers in arrays of a fixed size are read fastest. */
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

/** Reads a line once. */
export function readTraits(line: string): LineTraits {
  let [letters, signs, digits, hex] = [0, 0, 0, 0];
  let [digitsHere, hexHere] = [0, 0];
  /** 2 behind a digit, 1 behind a digit and a blank. */
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
 * What every line has that a pattern matches. Each character stands for itself, letters (small) for either case;
 * `0` for a decimal digit and `#` for a hexadecimal one, as many in a row as there are; `Q` for a number with what may
 * be a unit behind it, `N` for anything but ASCII; `|` stands between what is needed alternatively.
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

/** True if the line meets one of the needs. */
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
