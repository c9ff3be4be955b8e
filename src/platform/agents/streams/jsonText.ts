import { createHash } from 'node:crypto';
import * as z from 'zod';
import { textOf } from '../../json/jsonValue';

/** What the line holds where it is a JSON object; never throws. */
export function parseJsonObject(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An optional text; one of another type counts as absent. */
export const word = z.string().optional().catch(undefined);
/** An optional boolean, likewise. */
export const flag = z.boolean().optional().catch(undefined);
/** An optional member of any type. */
export const anything = z.unknown().optional();

const blockSchema = z.object({ type: word, text: word });

/**
 * What a tool gave back, given as a text or as a list of content blocks: the texts, one below the
 * other. Of a block without text (a picture) only its kind and a name made of its content: equal ones look
 * equal, others do not.
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

/** A name made of what the block holds, of letters alone: a hash in digits would count as something that varies by itself. */
function hashName(block: unknown): string {
  const hash = createHash('sha256').update(textOf(block)).digest('hex').slice(0, 16);
  return hash.replace(/./g, (digit) => String.fromCharCode(FIRST_LETTER + parseInt(digit, 16)));
}
