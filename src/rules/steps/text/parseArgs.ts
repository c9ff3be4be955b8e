import { hash } from 'node:crypto';
import { oneLine } from '../../../text/oneLine';
import { parseElements } from './parseElements';

/** Maximum length of arguments that are canonicalised; longer ones are compared verbatim. */
const CANONICAL_CHARACTERS = 64 * 1024;
/** Maximum length of a command in which white space is collapsed. */
const MAX_ONE_LINE = 300;
/** Maximum nesting depth of arguments that are parsed as JSON, so that recursion stays bounded. */
const MAX_DEPTH = 500;
/** Maximum nesting depth that is canonicalised. */
const CANONICAL_DEPTH = 32;

/** Maximum length of a text that is its own key, in characters. */
const MAX_PLAIN_KEY = 4_096;

/**
 * Fields for the reason of a call or its timeout: calls that differ only in these are the same
 * call.
 */
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

/** Returns a key that is equal for equal texts, at most `MAX_PLAIN_KEY` characters long. */
export function toTextKey(text: string): string {
  return text.length <= MAX_PLAIN_KEY ? text : hash('sha1', text, 'base64');
}

/** Canonical arguments and their parsed value. */
export interface CallArgs {
  /**
   * Canonical form: object keys sorted, white space around values removed. Elements
   * become JSON; any other text stays as it is.
   */
  readonly canonical: string;
  /** The parsed fields; undefined for text without any and if the arguments are too long to parse. */
  readonly value: object | undefined;
}

/** Parses the arguments of a call. Never throws. */
export function parseArgs(args: string): CallArgs {
  if (args.length > CANONICAL_CHARACTERS) return { canonical: args, value: undefined };
  const value = parseJson(args) ?? parseElements(args);
  if (value === undefined) return { canonical: toOneLine(args), value };
  return { canonical: JSON.stringify(isSorted(value) ? value : toSorted(value, 0)), value };
}

/** Whether an object is canonical already: sorted keys and no nested objects. */
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

/**
 * Parses a JSON object or list; undefined for any other text and for values nested more than 500
 * levels deep.
 */
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

/** Whether a value is nested more than `most` levels deep. */
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

/** Collapses white space in short commands only: lines of a long one may be a program's. */
function toOneLine(text: string): string {
  const isSpaced = text.length <= MAX_ONE_LINE && (text.includes('  ') || text.includes('\t'));
  return isSpaced ? oneLine(text) : text.trim();
}
