/** A longer line that changes cannot be read in a diff, in characters. */
const MAX_LINE = 400;

/**
 * Both texts of a JSON file with a line for each member, where the lines that change are too long to read; undefined where
 * they are not, and for other files.
 */
export function layOut(
  before: string,
  after: string,
): { readonly before: string; readonly after: string } | undefined {
  const known = new Set(before.split('\n'));
  const kept = new Set(after.split('\n'));
  const changed = [...known].filter((line) => !kept.has(line));
  const added = [...kept].filter((line) => !known.has(line));
  if (![...changed, ...added].some(({ length }) => length > MAX_LINE)) return undefined;
  const [left, right] = [format(before), format(after)];
  return left === undefined || right === undefined ? undefined : { before: left, after: right };
}

function format(text: string): string | undefined {
  if (text.trim() === '') return text;
  try {
    return `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`;
  } catch {
    return undefined;
  }
}
