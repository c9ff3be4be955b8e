import { hash } from 'node:crypto';
import { oneLine } from '../../../text/oneLine';
import { parseJson } from './parseJson';
import { parseTags } from './parseTags';

/** Maximum length of arguments that are canonicalised; longer ones are compared verbatim. */
const CANONICAL_CHARACTERS = 64 * 1024;
/** Maximum length of a command in which white space is collapsed. */
const MAX_ONE_LINE = 300;
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

/** Reference to an element of a rendered page, valid until it is rendered again. */
const ELEMENT_REF = /^(?:s\d{1,6})?[a-z]?\d{1,6}$/;

/** Returns a key that is equal for equal texts, at most `MAX_PLAIN_KEY` characters long. */
export function toTextKey(text: string): string {
  return text.length <= MAX_PLAIN_KEY ? text : hash('sha1', text, 'base64');
}

/** Whether a key may stand for a longer text, which then is not known from it. */
export function isHashedKey(key: string): boolean {
  return /^[A-Za-z0-9+/]{27}=$/.test(key);
}

/** Canonical arguments and their parsed value. */
export interface CallArgs {
  /**
   * Canonical form: object keys sorted, white space around values removed. Fields in
   * tags become JSON; any other text stays as it is.
   */
  readonly canonical: string;
  /** The parsed fields; undefined for text without any and if the arguments are too long to parse. */
  readonly value: object | undefined;
}

/** Parses the arguments of a call. Never throws. */
export function parseArgs(args: string): CallArgs {
  if (args.length > CANONICAL_CHARACTERS) return { canonical: args, value: undefined };
  const value = parseJson(args) ?? parseCompleteTags(args);
  if (value === undefined) return { canonical: toOneLine(args), value };
  return { canonical: JSON.stringify(isSorted(value) ? value : toSorted(value, 0)), value };
}

/** The fields of arguments in tags; undefined for a text that they do not contain whole. */
function parseCompleteTags(args: string): object | undefined {
  const tags = parseTags(args);
  return tags?.isComplete === true ? tags.fields : undefined;
}

/** Whether an object is canonical already: sorted keys and no nested objects. */
function isSorted(value: object): boolean {
  if (Array.isArray(value)) return false;
  let before = '';
  for (const [key, each] of Object.entries(value)) {
    if (
      key < before ||
      key === 'ref' ||
      IGNORED_FIELDS.has(key) ||
      (typeof each === 'object' && each !== null)
    )
      return false;
    before = key;
  }
  return true;
}

function toSorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > CANONICAL_DEPTH) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => toSorted(each, depth + 1));
  const entries = Object.entries(value)
    .filter(([key]) => depth > 0 || !(IGNORED_FIELDS.has(key) || isDescribedRef(key, value)))
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([key, each]) => [key, toSorted(each, depth + 1)]));
}

/** Whether a field only refers to an element of a page that another field describes. */
function isDescribedRef(key: string, fields: object): boolean {
  const { ref, element }: { ref?: unknown; element?: unknown } = fields;
  return (
    key === 'ref' && typeof element === 'string' && typeof ref === 'string' && ELEMENT_REF.test(ref)
  );
}

/** Collapses white space in short commands only: lines of a long one may be a program's. */
function toOneLine(text: string): string {
  const isSpaced = text.length <= MAX_ONE_LINE && (text.includes('  ') || text.includes('\t'));
  return isSpaced ? oneLine(text) : text.trim();
}
