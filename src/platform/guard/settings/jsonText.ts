import {
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';

export type JsonNode = Node;

/** Why a text cannot be edited. */
export class JsonTextError extends Error {
  constructor(
    /** 1-based; undefined for the whole file. */
    readonly line: number | undefined,
    message: string,
  ) {
    super(message);
  }
}

export interface JsonRules {
  /** Whether the program that reads the file accepts comments. */
  readonly allowsComments: boolean;
}

/** By the parser's name for each error. */
const BROKEN: Readonly<Record<string, string>> = {
  InvalidCommentToken:
    'comments are not allowed in this file: the agent ignores the whole file because of one',
  CommaExpected: 'a comma is missing before this place',
  ColonExpected: 'a colon is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'there is text after the end of the JSON object',
  UnexpectedEndOfString: 'a closing quote is missing',
  UnexpectedEndOfComment: 'a comment is not closed',
  PropertyNameExpected:
    'a name in double quotes should stand here; remove a comma that stands before a closing brace',
  ValueExpected: 'a value should stand here; remove a comma that stands before a closing bracket',
};

/** The object that a text holds. Throws `JsonTextError` for anything else. */
export function parseObject(text: string, { allowsComments }: JsonRules): JsonNode {
  const errors: ParseError[] = [];
  const root = parse(text, errors, allowsComments);
  const [error] = errors;
  if (error !== undefined) throw new JsonTextError(lineAt(text, error.offset), say(error));
  if (root?.type !== 'object')
    throw new JsonTextError(undefined, 'the file must hold a JSON object: `{ … }`');
  return root;
}

function parse(text: string, errors: ParseError[], allowsComments: boolean): Node | undefined {
  try {
    return parseTree(text, errors, { disallowComments: !allowsComments });
  } catch {
    // The parser calls itself for each level.
    throw new JsonTextError(undefined, 'it is nested too deeply');
  }
}

function say({ error }: ParseError): string {
  return BROKEN[printParseErrorCode(error)] ?? 'this is not JSON';
}

/** 1-based number of the line of a character. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** The member of that name, as its readers see it: the last one; undefined for none. */
export function memberOf(node: JsonNode, name: string): JsonNode | undefined {
  return node.children?.findLast(({ children }) => children?.[0]?.value === name);
}

/** The value of a member; undefined while it is incomplete. */
export function valueOf(member: JsonNode | undefined): JsonNode | undefined {
  return member?.children?.[1];
}

/** The value as JavaScript has it. */
export function toValue(node: JsonNode): unknown {
  return getNodeValue(node) as unknown;
}

/** A piece of text in the place of another. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with edits that do not overlap. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((now, { start, end, text: put }) => now.slice(0, start) + put + now.slice(end), text);
}

/** Appends a member or an item to an object or a list, in the layout of the text around it. */
export function append(
  text: string,
  container: JsonNode,
  item: { readonly name?: string; readonly value: unknown },
): readonly TextEdit[] {
  const layout = layoutOf(text, container);
  const put = render(item, layout);
  const last = container.children?.at(-1);
  const open = container.offset + 1;
  if (last === undefined) {
    const close = container.offset + container.length - 1;
    const isBroken = text.slice(open, close).includes('\n');
    const end = layout.isInline || isBroken ? '' : layout.eol + layout.outer;
    return [{ start: open, end: open, text: layout.isInline ? put : newLine(layout) + put + end }];
  }
  const comma = last.offset + last.length;
  const at = endOfComments(text, comma);
  const start = layout.isInline ? layout.gap : newLine(layout);
  return at === comma
    ? [{ start: comma, end: comma, text: `,${start}${put}` }]
    : [
        { start: comma, end: comma, text: ',' },
        { start: at, end: at, text: newLine(layout) + put },
      ];
}

/** Puts another value in the place of one. */
export function replace(text: string, node: JsonNode, value: unknown): TextEdit {
  const layout = layoutOf(text, node);
  const put = layout.isInline
    ? JSON.stringify(value)
    : JSON.stringify(value, null, layout.unit).replaceAll('\n', layout.eol + layout.outer);
  return { start: node.offset, end: node.offset + node.length, text: put };
}

/** Takes a member or an item out of its container, with its comma; comments stay. */
export function cut(text: string, container: JsonNode, node: JsonNode): readonly TextEdit[] {
  const siblings = container.children ?? [];
  const at = siblings.indexOf(node);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  const end = node.offset + node.length;
  const start = node.offset - trailingSpace(text.slice(container.offset + 1, node.offset)).length;
  if (before !== undefined) {
    const comma = commaAfter(text, before);
    return start <= comma + 1
      ? [{ start: comma, end, text: '' }]
      : [
          { start: comma, end: comma + 1, text: '' },
          { start, end, text: '' },
        ];
  }
  if (after !== undefined) return [{ start, end: commaAfter(text, node) + 1, text: '' }];
  const close = container.offset + container.length - 1;
  const isAlone = start === container.offset + 1 && text.slice(end, close).trim() === '';
  return [{ start, end: isAlone ? close : end, text: '' }];
}

/** How a container is laid out. */
interface Layout {
  readonly eol: string;
  /** Of the line in which the container begins, and of those in it. */
  readonly outer: string;
  readonly inner: string;
  readonly unit: string;
  /** All on one line. */
  readonly isInline: boolean;
  /** After a comma, where it is inline. */
  readonly gap: string;
}

function layoutOf(text: string, container: JsonNode): Layout {
  const unit = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const outer = indentOf(text, container);
  const [first] = container.children ?? [];
  const own = first && text.slice(container.offset, first.offset);
  const isInline =
    own === undefined ? !text.trim().includes('\n') && text.trim() !== '{}' : !own.includes('\n');
  return {
    ...{ eol: text.includes('\r\n') ? '\r\n' : '\n', outer, unit, isInline },
    inner: first === undefined || isInline ? outer + unit : indentOf(text, first),
    gap: /[,:] /.test(text.slice(container.offset, container.offset + container.length)) ? ' ' : '',
  };
}

/** The white space at the beginning of the line in which something begins. */
function indentOf(text: string, { offset }: JsonNode): string {
  const line = text.slice(text.lastIndexOf('\n', offset) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function newLine({ eol, inner }: Layout): string {
  return eol + inner;
}

function render(
  { name, value }: { readonly name?: string; readonly value: unknown },
  { eol, inner, unit, isInline, gap }: Layout,
): string {
  const put = isInline
    ? JSON.stringify(value)
    : JSON.stringify(value, null, unit).replaceAll('\n', eol + inner);
  if (name === undefined) return put;
  return `${JSON.stringify(name)}:${isInline ? gap : ' '}${put}`;
}

/** The end of the comments that stand on the line of `from`; `from` itself without any. */
function endOfComments(text: string, from: number): number {
  const comments = /^(?:[ \t]*\/\*(?:(?!\*\/|\n)[^])*\*\/)*(?:[ \t]*\/\/[^\r\n]*)?/;
  return from + (comments.exec(text.slice(from))?.[0].length ?? 0);
}

/** Where the comma after a member or an item stands. */
function commaAfter(text: string, { offset, length }: JsonNode): number {
  const gap = /^(?:\s|\/\*[^]*?\*\/|\/\/[^\n]*)*/.exec(text.slice(offset + length));
  return offset + length + (gap?.[0].length ?? 0);
}

function trailingSpace(text: string): string {
  return /\s*$/.exec(text)?.[0] ?? '';
}
