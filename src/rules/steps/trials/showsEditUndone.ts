import type { KnownEdit } from '../edits/knownEdit';
import type { Attempt } from './attempt';

/** Minimum length of a line by which a place is recognised, in characters. */
const MIN_LINE = 4;
/** What tools print before a line of a file: its name and number. */
const LEAD = /^[\w./-]{0,200}?:?\s{0,12}\d{1,7}\s?[:|\t→-]/;

/**
 * Whether an output lists the lines that an attempt replaced and none of those that it put there: something, such as
 * a generator, took the edit back.
 */
export function showsEditUndone({ edits }: Attempt, output: string): boolean {
  return edits.length > 0 && edits.every((edit) => edit.hasFile && isUndone(edit, output));
}

function isUndone({ removed, added }: KnownEdit, output: string): boolean {
  const old = removed.filter((line) => line.length >= MIN_LINE && output.includes(line));
  if (old.length === 0 || added.length === 0) return false;
  const listed = new Set(
    output.split('\n').flatMap((line) => [line, line.replace(LEAD, '')].map(trim)),
  );
  return old.some((line) => listed.has(line)) && !added.some((line) => listed.has(line));
}

function trim(line: string): string {
  return line.trim();
}
