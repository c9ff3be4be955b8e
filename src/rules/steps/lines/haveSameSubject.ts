import { parseJson } from '../text/parseJson';

/** Words with punctuation in between; begins where none goes on, so that it is read once. */
const PUNCTUATED = /(?<![\w@~+:./-])[\w@~+:./-]*\w/g;
/** What makes one the name of a file, an address, a table and the like. */
const NAME_MARK = /[./]/;
const WORD = /[\p{L}\p{N}_.]+/gu;

/**
 * Whether two calls may ask about the same thing: they name the same file or address, all words of
 * one are words of the other, or they have different fields. The same fields with other values name
 * another thing.
 */
export function haveSameSubject(args: string, others: string): boolean {
  const names = new Set(namesOf(args));
  if (namesOf(others).some((name) => names.has(name))) return true;
  const [a, b] = [new Set(args.match(WORD)), new Set(others.match(WORD))];
  return isSubset(a, b) || isSubset(b, a) || haveOtherFields(args, others);
}

function namesOf(args: string): readonly string[] {
  return args.match(PUNCTUATED)?.filter((word) => NAME_MARK.test(word)) ?? [];
}

function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((each) => all.has(each));
}

function haveOtherFields(args: string, others: string): boolean {
  const [a, b] = [parseJson(args), parseJson(others)];
  if (a === undefined || b === undefined) return false;
  return Object.keys(a).join() !== Object.keys(b).join();
}
