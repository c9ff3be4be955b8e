/** Bytes at the beginning of a file that determine its shape. */
export const PEEK_BYTES = 64 * 1024;

/** How to read a file. */
export type FileShape =
  /** Line by line; `noisy`: lines that are not JSON are skipped without a problem. */
  | { readonly kind: 'lines'; readonly noisy: boolean }
  /** Line by line, all lines one run: the transcript of a turn of Devs. */
  | { readonly kind: 'transcript' }
  /** One JSON value over many lines. */
  | { readonly kind: 'document' }
  | { readonly kind: 'unreadable'; readonly message: string };

const UTF16 = 'It is UTF-16 text; save it as UTF-8.';

/** Determines the shape from the first bytes of a file; fewer than `PEEK_BYTES` are the whole file. */
export function detectFileShape(head: Buffer): FileShape {
  if (/^(?:fffe|feff)/.test(head.toString('hex', 0, 2)))
    return { kind: 'unreadable', message: UTF16 };
  if (head.includes(0)) return { kind: 'unreadable', message: 'It is binary, not text.' };
  const text = head.toString().trimStart();
  if (text === '' && head.length < PEEK_BYTES) {
    return { kind: 'unreadable', message: 'It is empty.' };
  }
  if (text.startsWith('[devs] ')) return { kind: 'transcript' };
  const [first = '', second] = text
    .split('\n', MAX_FIRST_LINES)
    .filter((line) => line.trim() !== '');
  if (!JSON_START.test(text)) return { kind: 'lines', noisy: true };
  const spansLines = second !== undefined && startsDocument(first.trim(), second);
  return spansLines ? { kind: 'document' } : { kind: 'lines', noisy: false };
}
/** Does not match a log line that begins with a word in brackets. */
const JSON_START =
  /^(?:\{|\[\s*(?:$|[[\]{"]|(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*(?:[,\]]|$)))/;
/** Enough lines to find two that are not blank. */
const MAX_FIRST_LINES = 50;

/**
 * Whether the two lines are the beginning of one JSON value. Otherwise they are JSON lines, of which the
 * first may be broken; the second then begins with a brace.
 */
function startsDocument(first: string, second: string): boolean {
  if (isJson(first)) return false;
  return first.startsWith('[') || !second.startsWith('{');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
