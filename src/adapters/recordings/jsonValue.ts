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
    // Deeper than the stack: nothing that two steps could be told apart by.
    return '[too deep]';
  }
}

/** `value` where it is a text that is not empty. */
export function wordOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What a message says: a text, or the texts of its parts one below the other. */
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

export type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly why: string;
      /** Character at which it went wrong, where known. */
      readonly at?: number;
    };

/** The text as JSON; of text that is none, why, in the parser's words without what it quotes. */
export function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    const message = (error as Error).message;
    const at = /at position (\d+)/.exec(message)?.[1];
    const ends = at === undefined ? message.includes('end of') : Number(at) >= text.length;
    const place = at === undefined ? {} : { at: Number(at) };
    return { ok: false, why: ends || message.includes('Unterminated') ? ENDS : WRONG, ...place };
  }
}

const ENDS = 'the JSON ends before it is complete';
const WRONG = 'it is no JSON';
