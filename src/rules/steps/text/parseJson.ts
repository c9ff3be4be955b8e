/** Maximum nesting depth of a text that is parsed as JSON, so that recursion stays bounded. */
const MAX_DEPTH = 500;

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
