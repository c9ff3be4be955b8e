import { toTextKey } from '../text/parseArgs';

/** How the arguments that name a place begin after a path; JSON escapes the quote inside a value. */
const BEGIN = ' [["';

/** A path as in `FileEdit`, in its parts. */
interface PlacedPath {
  readonly file: string;
  /** The other arguments that name the place, as JSON; '' for none. */
  readonly place: string;
}

/** Joins the path of a file and the other arguments that name a place in it; of bounded length. */
export function joinPlace(
  file: string,
  names: readonly (readonly [name: string, value: unknown])[],
): string {
  const path = toTextKey(file);
  return names.length === 0 ? path : `${path} ${toTextKey(JSON.stringify(names))}`;
}

/** Splits what `joinPlace` joined. Linear in the length of the path. */
export function splitPlace(path: string): PlacedPath {
  const at = path.endsWith(']]') ? path.indexOf(BEGIN) : -1;
  return at < 0
    ? { file: path, place: '' }
    : { file: path.slice(0, at), place: path.slice(at + 1) };
}
