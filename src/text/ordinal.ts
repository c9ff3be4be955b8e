const WORDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];

/** The ordinal of a whole number >= 1: "fourth"; from the eighth on "turn 8". */
export function ordinal(number: number): string {
  return WORDS[number - 1] ?? `turn ${number}`;
}

const ENGLISH = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** The ordinal of a whole number >= 1 in digits: "1st", "2nd", "11th". */
export function shortOrdinal(number: number): string {
  return `${number}${ENDINGS[ENGLISH.select(number)] ?? 'th'}`;
}
