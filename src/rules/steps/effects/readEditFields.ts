import type { FileEdit, LineRange } from './fileEdit';
import { readBlockEdits } from './readBlockEdits';
import { readPatchEdits } from './readPatchEdits';
import { findText, toFields, type Fields } from './fields';
import { joinPlace } from './placedPath';
import { toTextKey } from '../text/parseArgs';

const BEFORE = [
  'old_string',
  'old_str',
  'oldString',
  'oldStr',
  'oldText',
  'old_text',
  'old',
  'search',
  'find',
] as const;
const AFTER = [
  'new_string',
  'new_str',
  'newString',
  'newStr',
  'newText',
  'new_text',
  'new',
  'replace',
  'replacement',
] as const;
const CONTENT = [
  'content',
  'file_text',
  'fileText',
  'contents',
  'new_source',
  'new_content',
  'newContent',
  'text',
  'code',
  'insert_text',
  'value',
  'html',
  'body',
  'new_lines',
] as const;
const PATH = [
  'file_path',
  'path',
  'filepath',
  'filePath',
  'filename',
  'file',
  'notebook_path',
  'target_file',
  'file_name',
  'absolute_path',
] as const;
const PATCH = ['patch', 'diff', 'input'] as const;
/** Fields with a content that may be a number. */
const VALUE = ['value', 'content'] as const;
/** Fields with a list of edits. */
const LISTS = ['edits', 'replacements', 'changes', 'operations', 'insertions', 'chunks'] as const;
/** Fields with a text next to which something is inserted. */
const ANCHOR = { after: ['after', 'insert_after', 'anchor'], before: ['insert_before'] } as const;

const FIRST = [
  'start_line',
  'startLine',
  'line_start',
  'start',
  'from_line',
  'from',
  'first_line',
] as const;
const LAST = ['end_line', 'endLine', 'line_end', 'end', 'to_line', 'to', 'last_line'] as const;
/** Fields with the line after which something is inserted, or at which, or that is replaced. */
const LINE = [
  'insert_line',
  'insertLine',
  'after_line',
  'line',
  'line_number',
  'lineNumber',
  'at_line',
  'position',
  'after',
] as const;
/** Fields with both lines: `12-14`, `12:14`, `[12, 14]`. */
const RANGE = ['range', 'line_range', 'lines'] as const;
const TWO_LINES = /^L?(\d{1,9})\s?[-:,]\s?L?(\d{1,9})$/;

/** Fields that only name the changed file. */
const NAMES_ONLY = new Set<string>([...PATH, 'changes', 'kind', 'status', 'id']);
/** Fields that do not say where something is written. */
const SAYS_NO_PLACE = new Set<string>(
  [PATH, BEFORE, AFTER, CONTENT, PATCH, FIRST, LAST, LINE, RANGE, ['command', 'action']].flat(),
);
/** Maximum length of an argument that names a place, which has no spaces. */
const MAX_NAME = 64;
/** Maximum number of edits that are read from one call. */
const MAX_EDITS = 50;

/** How an editor writes, by its name and command. */
export interface EditorTraits {
  /** Keeps the existing content. */
  readonly adds: boolean;
  /** Puts new text at the end. */
  readonly appends: boolean;
}

/** Whether the fields state what is changed, not only which file. */
export function stateChange(fields: Fields): boolean {
  return Object.keys(fields).some((name) => !NAMES_ONLY.has(name));
}

/** Reads the edits of an editor's call from its arguments; empty if they do not state any. */
export function readEditFields(fields: Fields, editor: EditorTraits): readonly FileEdit[] {
  return readFields(fields, editor, '', 0);
}

function readFields(
  fields: Fields,
  editor: EditorTraits,
  outer: string,
  depth: number,
): readonly FileEdit[] {
  const path = toPlace(fields, outer);
  const listed = depth > 1 ? [] : readLists(fields, editor, path, depth);
  if (listed.length > 0) return listed;
  const [before, after] = findReplacement(fields, outer);
  if (before !== undefined && after !== undefined && before !== '')
    return [{ path, target: 'text', before: toTextKey(before), after: toTextKey(after) }];
  const patch = findText(fields, PATCH);
  if (patch !== undefined) return readBlockEdits(path, patch) ?? readPatchEdits(patch) ?? [];
  const content = findText(fields, CONTENT) ?? after ?? findNumber(fields, VALUE)?.toString();
  return content === undefined ? [] : readContent({ fields, path, content, editor });
}

/** The replaced text and what replaces it; `from` and `to` may also be lines, or files that are moved. */
function findReplacement(
  fields: Fields,
  outer: string,
): readonly [string | undefined, string | undefined] {
  const stated = [findText(fields, BEFORE), findText(fields, AFTER)] as const;
  const [from, to] = [fields['from'], fields['to']];
  const isNamed = outer !== '' || findText(fields, PATH) !== undefined;
  if (!isNamed || stated.some((text) => text !== undefined)) return stated;
  const isText = typeof from === 'string' && typeof to === 'string' && !IS_LINE.test(from);
  return isText ? [from, to] : stated;
}
const IS_LINE = /^\d{1,9}$/;

function readLists(
  fields: Fields,
  editor: EditorTraits,
  path: string,
  depth: number,
): readonly FileEdit[] {
  for (const name of LISTS) {
    const list = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!Array.isArray(list)) continue;
    return list.slice(0, MAX_EDITS).flatMap((each: unknown) => {
      const inner = toFields(each);
      return inner === undefined ? [] : readFields(inner, editor, path, depth + 1);
    });
  }
  return [];
}

function readContent({
  fields,
  path,
  content,
  editor,
}: {
  readonly fields: Fields;
  readonly path: string;
  readonly content: string;
  readonly editor: EditorTraits;
}): readonly FileEdit[] {
  const after = toTextKey(content);
  const lines = readLines(fields, editor);
  if (lines !== undefined) return [{ path, target: 'lines', lines, before: '', after }];
  const anchored = readAnchor(fields, content);
  if (anchored !== undefined) return [{ path, target: 'text', ...anchored }];
  if (editor.appends) return [{ path, target: 'end', before: '', after }];
  return editor.adds ? [] : [{ path, target: 'file', before: '', after }];
}

function readAnchor(
  fields: Fields,
  content: string,
): { readonly before: string; readonly after: string } | undefined {
  const [upper, lower] = [findText(fields, ANCHOR.after), findText(fields, ANCHOR.before)];
  const before = upper ?? lower;
  if (before === undefined) return undefined;
  const after = upper === undefined ? `${content}\n${before}` : `${before}\n${content}`;
  return { before: toTextKey(before), after: toTextKey(after) };
}

/** The replaced lines, or those between which text is inserted. */
function readLines(fields: Fields, { adds }: EditorTraits): LineRange | undefined {
  const range = findRange(fields);
  if (range !== undefined) return range;
  const [first, last] = [findNumber(fields, FIRST), findNumber(fields, LAST)];
  if (first !== undefined && last !== undefined) return { first, last };
  const line = findNumber(fields, LINE) ?? first;
  if (line === undefined) return undefined;
  return adds || Object.hasOwn(fields, 'insert_line')
    ? { first: line + 1, last: line }
    : { first: line, last: line };
}

function findRange(fields: Fields): LineRange | undefined {
  for (const name of RANGE) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const [first, last] = Array.isArray(value)
      ? (value as readonly unknown[])
      : (TWO_LINES.exec(typeof value === 'string' ? value : '')
          ?.slice(1)
          .map(Number) ?? []);
    if (typeof first === 'number' && typeof last === 'number') return { first, last };
  }
  return undefined;
}

function findNumber(fields: Fields, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof value === 'number') return value;
    if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return Number(value);
  }
  return undefined;
}

/** The path, with short arguments that name a place in it or the machine that it is on. */
function toPlace(fields: Fields, outer: string): string {
  const path = findText(fields, PATH) ?? outer;
  const names = Object.entries(fields).filter(
    ([name, value]) =>
      !SAYS_NO_PLACE.has(name) &&
      (typeof value === 'number' ||
        (typeof value === 'string' && value.length <= MAX_NAME && !/\s/.test(value))),
  );
  return joinPlace(path, names);
}
