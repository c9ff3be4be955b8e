/** Bytes from the beginning of a file that tell how it is to be read. */
export const PEEK_BYTES = 64 * 1024;

/** How a file is to be read. */
export type FileShape =
  /** Line by line; `noisy`: lines that are no JSON are nothing to tell. */
  | { readonly kind: 'lines'; readonly noisy: boolean }
  /** Line by line, and all is one run: what an agent printed in a turn of Devs. */
  | { readonly kind: 'transcript' }
  /** One JSON value over many lines. */
  | { readonly kind: 'document' }
  | { readonly kind: 'unreadable'; readonly message: string };

const UTF16 = 'It is UTF-16 text; save it as UTF-8.';

/** Told by the first bytes of a file, which are all of it where there are fewer than `PEEK_BYTES`. */
export function fileShape(head: Buffer): FileShape {
  if (/^(?:fffe|feff)/.test(head.toString('hex', 0, 2)))
    return { kind: 'unreadable', message: UTF16 };
  if (head.includes(0)) return { kind: 'unreadable', message: 'It is no text but binary.' };
  const text = head.toString().trimStart();
  if (text === '' && head.length < PEEK_BYTES) {
    return { kind: 'unreadable', message: 'It is empty.' };
  }
  if (text.startsWith('[devs] ')) return { kind: 'transcript' };
  const [first = '', second] = text.split('\n', FIRST_LINES).filter((line) => line.trim() !== '');
  if (!JSON_BEGINS.test(text)) return { kind: 'lines', noisy: true };
  const overMany = second !== undefined && opensDocument(first.trim(), second);
  return overMany ? { kind: 'document' } : { kind: 'lines', noisy: false };
}
/** Not of a log whose lines begin with a word in brackets. */
const JSON_BEGINS =
  /^(?:\{|\[\s*(?:$|[[\]{"]|(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*(?:[,\]]|$)))/;
/** So many that two of them are not blank, but for a file that is hardly anything else. */
const FIRST_LINES = 50;

/**
 * Whether two lines begin one value, and are not a line that is JSON, or one that is broken, with another
 * one below it: those begin with a brace.
 */
function opensDocument(first: string, second: string): boolean {
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
