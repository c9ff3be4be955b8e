/** Result of searching a JSON object in a text. */
export type FoundObject =
  | { readonly kind: 'object'; readonly value: unknown }
  /** Invalid JSON; 1-based line where it begins. */
  | { readonly kind: 'broken'; readonly line: number }
  | { readonly kind: 'none' };

/** Maximum number of characters read, from the end of a text. */
const MAX_READ = 200_000;
/** Maximum number of objects that are parsed, from the last. */
const MOST_TRIED = 20;

/** Position of an object: from its opening brace to after the closing one. */
interface ObjectSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the last JSON object with this top-level key; if none is valid, the position of the last
 * candidate. Linear in the text's length.
 */
export function findLastObject(key: string, text: string): FoundObject {
  const from = Math.max(0, text.length - MAX_READ);
  const { closed, unclosed } = scanBraces(key, text.slice(from));
  for (const { start, end } of closed.slice(-MOST_TRIED).reverse()) {
    const value = parseJson(text.slice(from + start, from + end));
    if (value !== undefined) return { kind: 'object', value };
  }
  const start = closed.at(-1)?.start ?? unclosed;
  return start === undefined
    ? { kind: 'none' }
    : { kind: 'broken', line: toLineNumber(text, from + start) };
}

interface OpenBrace {
  readonly start: number;
  hasKey: boolean;
}

interface Scan {
  /** Balanced objects that contain the key directly, ordered by their ends: inner ones before outer ones. */
  readonly closed: readonly ObjectSpan[];
  /** Start of the last object that is never closed. */
  readonly unclosed: number | undefined;
}

/** Scans braces outside of strings. Outside of braces, quotes are punctuation; a JSON string ends on its line. */
function scanBraces(key: string, text: string): Scan {
  const open: OpenBrace[] = [];
  const closed: ObjectSpan[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    const top = open.at(-1);
    if (character === '{') open.push({ start: at, hasKey: false });
    else if (top === undefined) continue;
    else if (character === '}') {
      open.pop();
      if (top.hasKey) closed.push({ start: top.start, end: at + 1 });
    } else if (character === '"') {
      const end = findTextEnd(text, at);
      top.hasKey ||= text.slice(at, end) === `"${key}"` && isBeforeColon(text, end);
      at = end - 1;
    }
  }
  return { closed, unclosed: open.findLast(({ hasKey }) => hasKey)?.start };
}

/** Index after the closing quote, or of the end of the line. */
function findTextEnd(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\n') return at;
    // No escape reaches over the end of a line.
    if (text[at] === '\\' && text[at + 1] !== '\n') at += 1;
  }
  return text.length;
}

function isBeforeColon(text: string, start: number): boolean {
  let at = start;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return text[at] === ':';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function toLineNumber(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
