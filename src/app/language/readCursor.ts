import { isMap, isPair, isScalar, isSeq, type Document } from 'yaml';
import type { FilePath } from '../../platform/config/fileProblem';
import { parseDraft } from './parseDraft';

/** The place of the cursor in a `devs.yaml` that is being written. */
export interface Cursor {
  /** Path of the mapping whose key, or of the value that is written. */
  readonly path: FilePath;
  readonly at: 'key' | 'value';
  /** Offsets of the word that is written; equal where there is none. */
  readonly from: number;
  readonly to: number;
  /** Whether the word is a key that has its colon already. */
  readonly hasColon: boolean;
  /** The file as far as it can be read, with a mark in place of the written word. */
  readonly file: unknown;
}

/** Stands for the word at the cursor; no file contains it. */
const MARK = 'devs\uE000cursor';

const WORD = /[\w.-]/;

/** Reads where in the structure `offset` is; undefined in comments, and where the text cannot be read. */
export function readCursor(text: string, offset: number): Cursor | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const left = text.slice(lineStart, offset);
  if (/(?:^|\s)#/.test(left)) return undefined;
  let [from, to] = [offset, offset];
  while (from > lineStart && WORD.test(text.charAt(from - 1))) from -= 1;
  while (WORD.test(text.charAt(to))) to += 1;
  const lineEnd = indexOrEnd(text, '\n', offset);
  const hasColon = /^\s*:(?:\s|$)/.test(text.slice(to, lineEnd));
  const before = text.slice(lineStart, from);
  // Where only a key can follow, a colon keeps the rest of the file readable.
  const written = !hasColon && /^\s*$/.test(before) ? `${MARK}: ` : MARK;
  const marked = `${text.slice(0, from)}${written}${text.slice(to)}`;
  const document = parseDraft(marked);
  const place = document && findMark(document);
  return place && { ...place, from, to, hasColon, file: toValue(document) };
}

function indexOrEnd(text: string, part: string, from: number): number {
  const at = text.indexOf(part, from);
  return at === -1 ? text.length : at;
}

interface Entry {
  readonly node: unknown;
  readonly path: FilePath;
}

function findMark({ contents }: Document): Pick<Cursor, 'path' | 'at'> | undefined {
  const pending: Entry[] = [{ node: contents, path: [] }];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const { node, path } = entry;
    if (isScalar(node) && isMark(node.value)) return { path, at: 'value' };
    if (isSeq(node))
      for (const [index, item] of node.items.entries())
        pending.push({ node: item, path: [...path, index] });
    if (!isMap(node)) continue;
    for (const pair of node.items) {
      if (!isPair(pair)) continue;
      const key = isScalar(pair.key) ? String(pair.key.value) : '';
      if (isMark(key)) return { path, at: 'key' };
      pending.push({ node: pair.value, path: [...path, key] });
    }
  }
  return undefined;
}

function isMark(value: unknown): boolean {
  return value === MARK;
}

/** The content; undefined when it cannot be converted. */
function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}
