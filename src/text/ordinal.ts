const WORDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];

/** The ordinal of a whole number >= 1: "fourth"; from the eighth on "turn 8". */
export function ordinal(number: number): string {
  return WORDS[number - 1] ?? `turn ${number}`;
}
