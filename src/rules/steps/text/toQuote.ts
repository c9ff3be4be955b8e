import { MAX_QUOTE } from '../../../model/steps/step';
import { maskAndCut } from '../../../text/maskAndCut';
import { withoutEscapes } from '../../output/outputLines';

/** Characters of a text that are read, since white space is collapsed. */
const READ = 2_000;
/** All but a sentence that is not complete, and the share of the text that it must have. */
const SENTENCES = /^.*(?:[a-z)\]"'][.!?])(?= [A-Z])/;
const MIN_SENTENCES = 0.6;
/** Characters that are left out at most so that no word is cut. */
const MAX_WORD = 24;

/**
 * Returns a text as one line of at most `most` characters, secrets masked, without control
 * characters; what is left out follows a whole sentence or word if little is lost.
 */
export function toQuote(text: string, most = MAX_QUOTE): string {
  const line = withoutEscapes(maskAndCut(text, READ).text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  const [sentences = ''] = SENTENCES.exec(cut.slice(0, -1)) ?? [];
  if (sentences.length >= most * MIN_SENTENCES) return `${sentences} …`;
  const end = line[most - 1] === ' ' ? cut.length : cut.lastIndexOf(' ');
  return end >= cut.length - MAX_WORD && end > 0 ? `${cut.slice(0, end).trimEnd()} …` : `${cut}…`;
}
