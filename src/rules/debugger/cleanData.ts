import { removeInvisible } from '../../text/invisible';
import { maskAndCut } from '../../text/maskAndCut';
import { maskSecrets } from '../../text/maskSecrets';

/** Characters that are read for each character that is kept, since invisible ones are removed. */
const READ = 4;
/** Maximum length of a secret, which may be cut at an end of what is read. */
const LONGEST_SECRET = 6_500;

/**
 * The beginning of a text of an agent or program, `most` characters at most (>= 1): invisible and reordering characters
 * removed first, then secrets masked, since a secret may contain such characters. Cut texts end with `…`.
 */
export function cleanStart(text: string, most: number): string {
  const read = visible(text.slice(0, most * READ + LONGEST_SECRET));
  if (read === '') return '';
  const { text: shown, left } = maskAndCut(read, most);
  const isCut = left > 0 || text.length > most * READ + LONGEST_SECRET;
  return isCut ? `${shown.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : shown;
}

/** As `cleanStart`, but the end of the text; cut texts begin with `…`. */
export function cleanEnd(text: string, most: number): string {
  const start = Math.max(0, text.length - most * READ - LONGEST_SECRET);
  const masked = maskSecrets(visible(text.slice(start)));
  // A secret may be cut at the beginning of the text that was read.
  const shown = start === 0 ? masked : masked.slice(LONGEST_SECRET);
  if (shown === '' || (start === 0 && shown.length <= most)) return shown;
  return `…${shown.slice(Math.max(0, shown.length - most + 1)).replace(/^[\udc00-\udfff]/, '')}`;
}

function visible(text: string): string {
  return removeInvisible(text).trim();
}
