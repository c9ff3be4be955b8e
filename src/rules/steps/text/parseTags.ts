import { parseJson } from './parseArgs';

/** Maximum length of a text that is read, in characters. */
const MAX_READ = 64 * 1024;

/** One element with its attributes; a longer text is its content. */
const ELEMENT =
  /^\s*<([\w.:-]{1,60})((?:\s+[\w.:-]{1,60}\s?=\s?(?:"[^"]*"|'[^']*'))*)\s*(?:\/>|>([^]*)<\/\1>)\s*$/;
const ATTRIBUTE = /([\w.:-]{1,60})\s?=\s?(?:"([^"]*)"|'([^']*)')/g;
const OPENING = /<([\w.:-]{1,60})>/g;

/**
 * Reads arguments in tags as the fields that JSON arguments would have: attributes, inner elements,
 * and `content` for plain text between the tags. Undefined for any other text. Linear.
 */
export function parseTags(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > MAX_READ || !text.trimStart().startsWith('<')) return undefined;
  const [, name, attributes = '', content = ''] = ELEMENT.exec(text) ?? [];
  if (name === undefined) return undefined;
  const given = [...attributes.matchAll(ATTRIBUTE)].map(
    ([, key = '', double, single]) => [key, double ?? single] as const,
  );
  const inner = readElements(content);
  const isPlain = inner.length === 0 && content.trim() !== '';
  const plain = isPlain ? [['content', content] as const] : [];
  return Object.fromEntries<unknown>([...given, ...inner, ...plain]);
}

/** The elements of a content, in order; JSON in one is parsed. */
function readElements(content: string): readonly (readonly [string, unknown])[] {
  const found: (readonly [string, unknown])[] = [];
  OPENING.lastIndex = 0;
  for (let tag = OPENING.exec(content); tag !== null; tag = OPENING.exec(content)) {
    const [, name = ''] = tag;
    const end = content.indexOf(`</${name}>`, OPENING.lastIndex);
    // What is never closed is content.
    if (end < 0) break;
    const inner = content.slice(OPENING.lastIndex, end);
    found.push([name, parseJson(inner) ?? inner.replace(/^\n|\n$/g, '')]);
    OPENING.lastIndex = end + name.length + 3;
  }
  return found;
}
