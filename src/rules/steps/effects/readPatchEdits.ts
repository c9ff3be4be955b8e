import type { FileEdit } from './fileEdit';
import { toTextKey } from '../text/parseArgs';

/** Maximum number of edits that are read. */
const MAX_EDITS = 50;

const FILE = /^(?:\*\*\* (?:Update|Add|Delete) File:|\+\+\+)[ \t]{1,8}(\S.{0,399})$/;
const DIFF = /^diff --git (?:a\/)?(\S{1,400})/;
/** Lines of a patch that are neither content nor the name of a file. */
const HEADER = /^(?:--- |\*\*\* |index |(?:new|deleted) file mode )/;

/**
 * Reads which text a patch replaces, hunk by hunk; undefined for a text that is not a patch. A hunk
 * without removed lines is an insertion after the line before it.
 */
export function readPatchEdits(text: string): readonly FileEdit[] | undefined {
  const edits: FileEdit[] = [];
  let path: string | undefined;
  let hunk: Hunk = { before: [], after: [], context: [] };
  const endHunk = (): void => {
    if (path !== undefined && hunk.before.length + hunk.after.length > 0)
      edits.push(toEdit(path, hunk));
    hunk = { before: [], after: [], context: [] };
  };
  for (const line of text.split('\n')) {
    const [, named = DIFF.exec(line)?.[1]] = FILE.exec(line) ?? [];
    if (named !== undefined) {
      endHunk();
      path = named.replace(/^b\//, '');
    } else if (line.startsWith('@@')) endHunk();
    else if (HEADER.test(line)) continue;
    else if (line.startsWith('+')) hunk.after.push(line.slice(1));
    else if (line.startsWith('-')) hunk.before.push(line.slice(1));
    else if (hunk.after.length === 0 && line.trim() !== '') hunk.context = [line.slice(1)];
    if (edits.length >= MAX_EDITS) break;
  }
  endHunk();
  return edits.length === 0 ? undefined : edits;
}

interface Hunk {
  readonly before: string[];
  readonly after: string[];
  /** The last line before the first added one. */
  context: readonly string[];
}

function toEdit(path: string, { before, after, context }: Hunk): FileEdit {
  const kept = before.length === 0 ? context : [];
  return {
    path,
    target: 'text',
    before: toTextKey([...kept, ...before].join('\n')),
    after: toTextKey([...kept, ...after].join('\n')),
  };
}

const MARK = {
  search: /^(?:<{5,9}|-{5,9}) ?SEARCH/,
  between: /^={5,9}/,
  end: /^(?:>{5,9}|\+{5,9}) ?REPLACE/,
} as const;

/** Reads search/replace blocks; undefined for a text without any. Linear in its length. */
export function readBlockEdits(path: string, text: string): readonly FileEdit[] | undefined {
  if (!text.includes('SEARCH')) return undefined;
  const edits: FileEdit[] = [];
  let open: Block | undefined;
  for (const line of text.split('\n')) {
    if (open === undefined) {
      if (MARK.search.test(line)) open = { before: [], after: undefined };
    } else if (open.after === undefined) {
      if (MARK.between.test(line)) open.after = [];
      else open.before.push(line);
    } else if (MARK.end.test(line)) {
      edits.push(toBlockEdit(path, open.before, open.after));
      open = undefined;
    } else open.after.push(line);
  }
  return edits.length === 0 ? undefined : edits.slice(0, MAX_EDITS);
}

function toBlockEdit(path: string, before: readonly string[], after: readonly string[]): FileEdit {
  const [out, into] = [toTextKey(before.join('\n')), toTextKey(after.join('\n'))];
  return { path, target: 'text', before: out, after: into };
}

interface Block {
  readonly before: string[];
  /** Undefined until the separator line is read. */
  after: string[] | undefined;
}
