import { parseJson } from '../text/parseArgs';

/** Names of files, addresses, tables and the like: words with a dot or a slash in them. */
const NAME = /[\w@~+:-]*[./][\w@~+:./-]*\w/g;
const WORD = /[\p{L}\p{N}_.]+/gu;

/**
 * Whether two calls may ask about the same thing: they name the same file or address, all words of
 * one are words of the other, or they have different fields. The same fields with other values name
 * another thing.
 */
export function haveSameSubject(args: string, others: string): boolean {
  const names = new Set(args.match(NAME));
  if (others.match(NAME)?.some((name) => names.has(name)) === true) return true;
  const [a, b] = [new Set(args.match(WORD)), new Set(others.match(WORD))];
  return isSubset(a, b) || isSubset(b, a) || haveOtherFields(args, others);
}

function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((each) => all.has(each));
}

function haveOtherFields(args: string, others: string): boolean {
  const [a, b] = [parseJson(args), parseJson(others)];
  if (a === undefined || b === undefined) return false;
  return Object.keys(a).join() !== Object.keys(b).join();
}
