import { mapTexts } from './mapTexts';

/** Longest name of a file, function or test in a sentence, in characters. */
const MAX_NAME = 160;

/** The beginning of a text, `most` characters at most, the last of them then `…`; never half of a character. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  return most <= 0 ? '' : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Truncates every text in a JSON value to `most` characters. */
export function truncateTexts<T>(value: T, most: number): T {
  return mapTexts(value, (text) => truncate(text, most));
}

/** A name from outside, a path or a test's, at most 160 characters long. */
export function shortName(name: string): string {
  return truncate(name, MAX_NAME);
}
