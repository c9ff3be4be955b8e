import { quoteLine } from './quoteWords';
import { shortenPath } from './shortenPath';

/** Arguments after the path that name a place, as JSON. */
const PLACE = /\s?(\[\[.*\]\])$/;
const MARKS = /[[\]"]+/g;

/** Names the file of an edit (`FileEdit`), with the other arguments that name its place; '' if it is unknown. */
export function nameFile(path: string): string {
  const [, place = ''] = PLACE.exec(path) ?? [];
  const file = shortenPath(path.slice(0, path.length - place.length).trim());
  if (file !== '') return quoteLine(file);
  const pairs = place.replaceAll('],[', ' ').replace(MARKS, '');
  return quoteLine(pairs.replaceAll(',', '='));
}
