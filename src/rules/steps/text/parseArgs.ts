import { hash } from 'node:crypto';
import { oneLine } from '../../../text/oneLine';

/** Characters of arguments that are put into one form before they are compared; longer ones are compared as they are. */
const CANONICAL_CHARACTERS = 64 * 1024;
/** Characters of a command in which white space means nothing. */
const MAX_ONE_LINE = 300;
/** Objects and lists in each other that arguments may have to be read as JSON: what looks into them all is no deeper. */
const MAX_DEPTH = 500;
/** How deep arguments are looked into. */
const CANONICAL_DEPTH = 32;

/** Texts up to so many characters stand for themselves. */
const MAX_PLAIN_KEY = 4_096;

/** Fields in which agents say why they call, or how long they would wait: they make no other call. */
const IGNORED_FIELDS = new Set([
  'description',
  'explanation',
  'reason',
  'justification',
  'thought',
  'toolSummary',
  'timeout',
  'timeout_ms',
  'is_background',
  'wait',
]);

/** Stands for a text: equal for equal texts, `SHORT` characters at most whatever its length. */
export function toTextKey(text: string): string {
  return text.length <= MAX_PLAIN_KEY ? text : hash('sha1', text, 'base64');
}

/** Arguments as they are compared, and what they hold. */
export interface CallArgs {
  /**
   * In one form: the keys of objects in the order of the alphabet, white space around them left out. What is no
   * JSON stays as it is.
   */
  readonly canonical: string;
  /** The JSON that they are; undefined for anything else, and for more than is read. */
  readonly value: object | undefined;
}

/** Reads the arguments of a call. Never throws. */
export function parseArgs(args: string): CallArgs {
  if (args.length > CANONICAL_CHARACTERS) return { canonical: args, value: undefined };
  const value = parseJson(args);
  if (value === undefined) return { canonical: toOneLine(args), value };
  return { canonical: JSON.stringify(isSorted(value) ? value : toSorted(value, 0)), value };
}

/** Whether an object is in its one form as it is: nothing in it but texts and numbers, under names in order. */
function isSorted(value: object): boolean {
  if (Array.isArray(value)) return false;
  let before = '';
  for (const [key, each] of Object.entries(value)) {
    if (key < before || IGNORED_FIELDS.has(key) || (typeof each === 'object' && each !== null))
      return false;
    before = key;
  }
  return true;
}

/** The JSON object or list that a text is; undefined for anything else, and for one deeper than anybody looks. */
export function parseJson(text: string): object | undefined {
  const start = text[0];
  const first = start === '{' || start === '[' ? start : text.trimStart()[0];
  if (first !== '{' && first !== '[') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    return text.length > 2 * MAX_DEPTH && isDeep(value, MAX_DEPTH) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Whether more than so many are in each other. */
function isDeep(value: object, most: number): boolean {
  for (const each of Object.values(value) as unknown[])
    if (typeof each === 'object' && each !== null && (most <= 1 || isDeep(each, most - 1)))
      return true;
  return false;
}

function toSorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > CANONICAL_DEPTH) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => toSorted(each, depth + 1));
  const entries = Object.entries(value)
    .filter(([key]) => depth > 0 || !IGNORED_FIELDS.has(key))
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([key, each]) => [key, toSorted(each, depth + 1)]));
}

/** Only of a short command: the lines of a long one may be a program's. */
function toOneLine(text: string): string {
  const isSpaced = text.length <= MAX_ONE_LINE && (text.includes('  ') || text.includes('\t'));
  return isSpaced ? oneLine(text) : text.trim();
}
