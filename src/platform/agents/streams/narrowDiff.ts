/** Lines on each side of a change that stay, so that its place is known. */
const CONTEXT = 1;

/** Two texts of a file, of which all but one region is alike, as that region with a line around it. */
export interface NarrowedDiff {
  readonly before: string;
  readonly after: string;
}

/** Removes the lines that both texts begin and end with; some agents state the whole file for each edit. */
export function narrowDiff(before: string, after: string): NarrowedDiff {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  const from = Math.max(0, head - CONTEXT);
  const left = Math.max(0, tail - CONTEXT);
  const cut = (lines: readonly string[]): string =>
    lines.slice(from, lines.length - left).join('\n');
  return { before: cut(old), after: cut(fresh) };
}
