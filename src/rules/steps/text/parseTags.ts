import { parseJson } from './parseJson';

/** Maximum length of a text that is read, in characters. */
const MAX_READ = 64 * 1024;

/** An opening tag; of a tool or a field it may name that one after `=`. */
const OPENING =
  /\s*<(?:(?<kind>function|parameter)=)?(?<name>[a-z_][\w.:-]{0,60})(?<attributes>(?:\s+[\w.:-]{1,60}\s?=\s?(?:"[^"]*"|'[^']*'))*)\s*(?<end>\/?)>/iy;
const ATTRIBUTE = /([\w.:-]{1,60})\s?=\s?(?:"([^"]*)"|'([^']*)')/g;
/** An opening tag without attributes, wherever it is. */
const INNER = /<([\w.:-]{1,60})>/g;

/** Arguments in tags. */
export interface Tags {
  /** Texts; JSON in a tag is parsed if the text is not complete. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Whether the fields contain all of the text: neither attributes nor text between the tags. */
  readonly isComplete: boolean;
}

type Field = readonly [name: string, value: unknown];

/**
 * Reads arguments in tags, one for each field, with or without one for the tool around them:
 * `<execute_command><command>ls</command></execute_command>`; or in one tag, whose attributes are
 * fields and whose plain text is `content`. Undefined for any other text. Linear in its length.
 */
export function parseTags(text: string): Tags | undefined {
  if (text.length > MAX_READ || !text.trimStart().startsWith('<')) return undefined;
  const body = text.trimEnd();
  if (!body.endsWith('>')) return undefined;
  const all = readFields(body);
  if (all === undefined) return readElement(body);
  const [only, ...more] = all;
  const inner = only === undefined || more.length > 0 ? undefined : readFields(only[1]);
  return { fields: Object.fromEntries<unknown>(inner ?? all), isComplete: true };
}

/** The fields of a text that is nothing but tags, each with another name and without attributes. */
function readFields(text: string): readonly (readonly [string, string])[] | undefined {
  const fields = new Map<string, string>();
  const end = text.trimEnd().length;
  for (let at = 0; at < end;) {
    OPENING.lastIndex = at;
    const [opening = '', kind, name = '', attributes, isEmpty] = OPENING.exec(text) ?? [];
    if (opening === '' || fields.has(name) || attributes !== '' || isEmpty !== '') return undefined;
    const closing = `</${kind ?? name}>`;
    const from = at + opening.length;
    const to = text.indexOf(closing, from);
    if (to < 0) return undefined;
    fields.set(name, trimLineEnds(text.slice(from, to)));
    at = to + closing.length;
  }
  return fields.size === 0 ? undefined : [...fields];
}

/** Reads one element around everything else: its attributes, inner elements or plain text. */
function readElement(text: string): Tags | undefined {
  OPENING.lastIndex = 0;
  const [opening = '', , name = '', attributes = '', end] = OPENING.exec(text) ?? [];
  const closing = end === '/' ? '' : `</${name}>`;
  if (attributes === '' || !text.endsWith(closing)) return undefined;
  const content = text.slice(opening.length, text.length - closing.length);
  // Text after the tag, or more than one tag.
  if (closing === '' ? content !== '' : content.includes(closing)) return undefined;
  const inner = findFields(content);
  const plain: readonly Field[] =
    inner.length === 0 && content.trim() !== '' ? [['content', content]] : [];
  const given = [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', double, single]): Field => [
    key,
    double ?? single,
  ]);
  return { fields: Object.fromEntries<unknown>([...given, ...inner, ...plain]), isComplete: false };
}

/** The fields in a text, whatever is between them. */
function findFields(content: string): readonly Field[] {
  const found: Field[] = [];
  INNER.lastIndex = 0;
  for (let tag = INNER.exec(content); tag !== null; tag = INNER.exec(content)) {
    const [, name = ''] = tag;
    const end = content.indexOf(`</${name}>`, INNER.lastIndex);
    // What is never closed is content.
    if (end < 0) break;
    const value = content.slice(INNER.lastIndex, end);
    found.push([name, parseJson(value) ?? trimLineEnds(value)]);
    INNER.lastIndex = end + name.length + 3;
  }
  return found;
}

function trimLineEnds(text: string): string {
  return text.replace(/^\n|\n$/g, '');
}
