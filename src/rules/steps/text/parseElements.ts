/** Opening tag of a tool, a field, or one of them named by an attribute; no attributes otherwise. */
const OPENING = /\s*<(?:(function|parameter)=)?([a-z_][\w-]{0,60})>/y;

/**
 * Parses arguments that are written as elements, one for each field, with or without one for the
 * tool around them: `<execute_command><command>ls</command></execute_command>`. Undefined for any
 * other text, such as a page with attributes or repeated elements. Linear in its length.
 */
export function parseElements(text: string): Readonly<Record<string, string>> | undefined {
  if (!text.trimStart().startsWith('<') || !text.trimEnd().endsWith('>')) return undefined;
  const outer = readElements(text);
  const [only, ...more] = Object.values(outer ?? {});
  if (only === undefined || more.length > 0) return outer;
  return readElements(only) ?? outer;
}

function readElements(text: string): Readonly<Record<string, string>> | undefined {
  const fields = new Map<string, string>();
  let at = 0;
  const end = text.trimEnd().length;
  while (at < end) {
    OPENING.lastIndex = at;
    const [opening, kind, name = ''] = OPENING.exec(text) ?? [];
    if (opening === undefined || fields.has(name)) return undefined;
    const from = at + opening.length;
    const closing = `</${kind ?? name}>`;
    const to = text.indexOf(closing, from);
    if (to < 0) return undefined;
    fields.set(name, text.slice(from, to).replace(/^\n|\n$/g, ''));
    at = to + closing.length;
  }
  return fields.size === 0 ? undefined : Object.fromEntries(fields);
}
