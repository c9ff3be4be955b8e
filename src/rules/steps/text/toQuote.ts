import { MAX_QUOTE } from '../../../model/steps/step';
import { maskAndCut } from '../../../text/maskAndCut';
import { withoutEscapes } from '../../output/outputLines';

/** Characters of a text that are read, since white space is collapsed. */
const READ = 2_000;

/**
 * Returns a text as one line of at most `most` characters, secrets masked, without control
 * characters.
 */
export function toQuote(text: string, most = MAX_QUOTE): string {
  const line = withoutEscapes(maskAndCut(text, READ).text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
