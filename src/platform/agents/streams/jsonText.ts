import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { textOf } from '../../json/jsonValue';

/** Parses a line as a JSON object; undefined for anything else. Never throws. */
export function parseJsonObject(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An optional text; one of another type counts as absent. */
export const word = z.catch(z.optional(z.string()), undefined);
/** An optional boolean, likewise. */
export const flag = z.catch(z.optional(z.boolean()), undefined);
/** An optional member of any type. */
export const anything = z.optional(z.unknown());

const blockSchema = z.object({ type: word, text: word });

/**
 * The result of a tool, a text or a list of content blocks, as lines. A block without text (a
 * picture) becomes its kind and a name derived from its content, so equal blocks look equal.
 */
export function contentText(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content);
  return content.map(readBlock).join('\n');
}

function readBlock(block: unknown): string {
  if (typeof block === 'string') return block;
  const known = blockSchema.safeParse(block);
  if (known.data?.text !== undefined) return known.data.text;
  return `(${known.data?.type ?? 'data'} ${hashName(block)})`;
}

/** Where the letters of `nameOf` begin, behind those of hexadecimal numbers. */
const FIRST_LETTER = 'g'.charCodeAt(0);

/** A name derived from the block's content, letters only: digits would be masked as volatile. */
function hashName(block: unknown): string {
  const hash = createHash('sha256').update(textOf(block)).digest('hex').slice(0, 16);
  return hash.replace(/./g, (digit) => String.fromCharCode(FIRST_LETTER + parseInt(digit, 16)));
}
