/** A JSON object as `JSON.parse` gives it. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member as text: '' where there is none, a text as it is, anything else as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  try {
    return JSON.stringify(value);
  } catch {
    // Deeper than the stack: not relevant for comparing steps.
    return '[too deep]';
  }
}

/** `value` where it is a text that is not empty. */
export function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Text of a message: a text, or the texts of its parts as lines. */
export function contentText(value: unknown): string {
  if (!Array.isArray(value)) return isObject(value) ? partText(value) : textOf(value);
  return value.map(partText).filter(Boolean).join('\n');
}

function partText(part: unknown): string {
  if (!isObject(part)) return textOf(part);
  const text = part['text'] ?? part['content'];
  return typeof text === 'string' ? text : '';
}

/** The members of `value` but these. */
export function without(value: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
}

/** Characters of the longest text in which the place of an error is looked for. */
const MAX_LOOKED_IN = 20_000_000;

/**
 * The character at which a text stops being JSON; `undefined` where the text is too long to look
 * for it. The parser names it only sometimes: it is the end of the longest prefix that could be
 * continued.
 */
export function wrongAt(text: string): number | undefined {
  if (text.length > MAX_LOOKED_IN) return undefined;
  let [right, wrong] = [0, text.length + 1];
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2);
    const beginning = parseJson(text.slice(0, middle));
    if (beginning.ok || beginning.why === ENDS) right = middle;
    else wrong = middle;
  }
  return right;
}

export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: string };

/** Parses text as JSON; for invalid text the reason, without quoting it. */
export function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    const message = (error as Error).message;
    const at = /at position (\d+)/.exec(message)?.[1];
    const ends = at === undefined ? message.includes('end of') : Number(at) >= text.length;
    return { ok: false, why: ends || message.includes('Unterminated') ? ENDS : WRONG };
  }
}

const ENDS = 'the JSON ends before it is complete';
const WRONG = 'it is not JSON';
