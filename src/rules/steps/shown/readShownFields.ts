import { parseJson } from '../text/parseJson';
import { parseTags } from '../text/parseTags';

/** A field of arguments, its value in words. */
export type ShownField = readonly [name: string, value: string];

/** Maximum number of fields, and levels of nested ones, that are read. */
const MAX_FIELDS = 40;
const MAX_LEVELS = 5;
/** A field of JSON that may be cut off. */
const FIELD =
  /"(?<name>[\w.-]{1,60})"\s?:\s?(?:"(?<text>(?:[^"\\]|\\.){0,2000})|(?<number>-?\d[\d.]{0,20})|\[(?<list>[^[\]{}]{1,200})\])/g;
/** A field in tags that may be cut off. */
const TAG = /<(?<name>[\w.-]{1,60})>(?<text>[^<]{1,2000})/g;
/** A command line as the list of its words. */
const COMMAND = /^(?:command|cmd|argv|args)$/i;
/** JSON inside a field, as some agents call tools of servers. */
const INNER = /^\s*\{/;

/**
 * Reads the fields of a call's arguments in their order, also of JSON and tags whose end is cut off: texts, numbers and
 * lists of them, those of inner objects among them. Empty for plain text. Linear in its length.
 */
export function readShownFields(args: string): readonly ShownField[] {
  const value = parseJson(args) ?? parseTags(args)?.fields;
  if (value !== undefined) return flatten(value, 0).slice(0, MAX_FIELDS);
  const pattern = /^\s*\{/.test(args) ? FIELD : /^\s*</.test(args) ? TAG : undefined;
  return pattern === undefined ? [] : [...args.matchAll(pattern)].slice(0, MAX_FIELDS).map(toField);
}

function toField({ groups = {} }: RegExpMatchArray): ShownField {
  const { name = '', text, number = '', list } = groups;
  if (list !== undefined) {
    const words = list.split(',').map((word) => word.replaceAll('"', '').trim());
    return [name, words.join(COMMAND.test(name) ? ' ' : ', ')];
  }
  return [name, text === undefined ? number : unescape(text)];
}

function unescape(text: string): string {
  return text.replace(/\\(?:([nrt])|(.))/g, (_, space?: string, sign = ' ') =>
    space === undefined ? String(sign) : ' ',
  );
}

function flatten(value: object, level: number): readonly ShownField[] {
  return Object.entries(value).flatMap(([name, each]: [string, unknown]): readonly ShownField[] => {
    if (typeof each === 'number') return [[name, String(each)]];
    if (typeof each === 'string') {
      const inner = INNER.test(each) && level < MAX_LEVELS ? parseJson(each) : undefined;
      return inner === undefined ? [[name, each]] : flatten(inner, level + 1);
    }
    if (typeof each !== 'object' || each === null || level >= MAX_LEVELS) return [];
    if (Array.isArray(each) && each.length > 0 && each.every(isScalar))
      return [[name, each.join(COMMAND.test(name) ? ' ' : ', ')]];
    return flatten(each, level + 1);
  });
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
