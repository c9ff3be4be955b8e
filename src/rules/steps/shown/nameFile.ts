import { splitPlace } from '../effects/placedPath';
import { quoteLine } from './quoteWords';
import { shortenPath } from './shortenPath';

const MARKS = /[[\]"]+/g;

/** Names the file of an edit (`FileEdit`), with the other arguments that name its place; '' if it is unknown. */
export function nameFile(path: string): string {
  const { file, place } = splitPlace(path);
  if (file !== '') return quoteLine(shortenPath(file.trim()));
  const pairs = place.replaceAll('],[', ' ').replace(MARKS, '');
  return quoteLine(pairs.replaceAll(',', '='));
}
