import { hash } from 'node:crypto';

/** Characters of arguments that are put into one form before they are compared; longer ones are compared as they are. */
const CANONICAL_CHARACTERS = 64 * 1024;
/** Characters of a command in which white space means nothing. */
const ONE_LINE = 300;
/** How deep arguments are looked into. */
const CANONICAL_DEPTH = 32;

/** Texts up to so many characters stand for themselves. */
const SHORT = 4_096;

/** Fields in which agents say why they call, or how long they would wait: they make no other call. */
const WHY = new Set([
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
export function textKey(text: string): string {
  return text.length <= SHORT ? text : hash('sha1', text, 'base64');
}

/**
 * Arguments in one form: the keys of objects in the order of the alphabet, white space around them left out. What is no
 * JSON stays as it is.
 */
export function canonicalArgs(args: string): string {
  if (args.length > CANONICAL_CHARACTERS) return args;
  const value = jsonOf(args);
  return value === undefined ? onOneLine(args) : JSON.stringify(sorted(value, 0));
}

/** The JSON object or list that a text is; undefined for anything else. */
export function jsonOf(text: string): object | undefined {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function sorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > CANONICAL_DEPTH) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => sorted(each, depth + 1));
  const entries = Object.entries(value)
    .filter(([key]) => depth > 0 || !WHY.has(key))
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each, depth + 1)]));
}

/** Only of a short command: the lines of a long one may be a program's. */
function onOneLine(text: string): string {
  const isSpaced = text.length <= ONE_LINE && (text.includes('  ') || text.includes('\t'));
  return isSpaced ? text.replace(/\s+/g, ' ').trim() : text.trim();
}
