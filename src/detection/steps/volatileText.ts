import { normalise } from '../signature/normalise';

/** Characters of the beginning and of the end of a result that are kept to compare what varies. */
export const KEPT_CHARACTERS = 2_048;
/** Lines of a kept text that are masked. */
const MASKED_LINES = 80;

/** Numbers that only count how often something was tried: not those of "3 of 10". */
const COUNTER =
  /\b(iteration|attempt|try|retry|round|turn|step|request|call)(\s?(?:#|no\.?|number)?\s?[:=]?\s?)\d{1,9}\b(?!\s?(?:\/|of\b|out\b|[.:]\d))/gi;
/** How far something has come is news, though it varies from run to run. */
const SHARE = /\d{1,3}(?:\.\d{1,4})?\s?%/g;

/** The beginning and the end of a text, a string of its own where it is shorter than the whole. */
export function keptText(text: string): string {
  if (text.length <= 2 * KEPT_CHARACTERS) return text;
  const ends = `${text.slice(0, KEPT_CHARACTERS)}\n…${text.length}…\n${text.slice(-KEPT_CHARACTERS)}`;
  // A slice would keep the whole text in memory.
  return Buffer.from(ends, 'utf8').toString('utf8');
}

/** A kept text without any number, name of a temporary file or hash: different for most texts that differ in more. */
export function skeleton(kept: string): string {
  return kept
    .replace(/\/(?:tmp|var\/folders|private\/tmp)\/\S{1,400}/g, '/')
    .replace(/[\da-f]{0,64}\d[\da-f]{0,64}/gi, '#')
    .replace(/#(?:[-:.,]?#)+/g, '#');
}

/**
 * A kept text with all masked that varies from run to run: what `normalise` masks of a line, and numbers that
 * count tries. Percentages stay: they tell how far something has come.
 */
export function maskedText(kept: string): string {
  const lines = kept.split('\n', 2 * MASKED_LINES + 1);
  const few =
    lines.length > MASKED_LINES
      ? [...lines.slice(0, MASKED_LINES / 2), ...lines.slice(-MASKED_LINES / 2)]
      : lines;
  return few.map(maskedLine).join('\n');
}

function maskedLine(line: string): string {
  const shares = line.match(SHARE) ?? [];
  const masked = normalise(line.replace(COUNTER, '$1$2<count>'), '');
  return shares.length === 0 ? masked : `${masked} ${shares.join(' ')}`;
}
