/** Appearance of steps with the same call: a letter, and a colour and pattern that repeat after a while. */
export interface GroupLook {
  /** A, B … Z, AA, AB … */
  readonly letter: string;
  /** 0 … `COLOURS` - 1. */
  readonly colour: number;
  /** 0 … `PATTERNS` - 1: the next one after all colours are used. */
  readonly pattern: number;
}

const LETTERS = 26;
const COLOURS = 6;
const PATTERNS = 3;

/** Returns the appearance of a group by its number, 0 or more. */
export function lookOf(group: number): GroupLook {
  return {
    letter: letterOf(group),
    colour: group % COLOURS,
    pattern: Math.floor(group / COLOURS) % PATTERNS,
  };
}

function letterOf(group: number): string {
  const last = String.fromCharCode(65 + (group % LETTERS));
  return group < LETTERS ? last : letterOf(Math.floor(group / LETTERS) - 1) + last;
}
