import type { FileEdit } from './fileEdit';
import { toTextKey } from '../text/parseArgs';

/** Maximum number of edits that are read. */
const MAX_EDITS = 50;

const MARK = {
  search: /(?:^|>)<{5,9} ?SEARCH|^-{5,9} ?SEARCH/,
  between: /^={5,9}/,
  end: /^(?:>{5,9}|\+{5,9}) ?REPLACE/,
} as const;

/** Names a file before its blocks: a tag, an attribute, or a line of its own. */
const NAMED_FILE =
  /<(?:file_?)?path>\s?([^<>\n]{1,400}?)\s?<\/|<\w[^<>\n]{0,40}\s(?:file_?|path|file_?path|file_?name)="([^"\n]{1,400})"|^(?:[#*`\s]{0,8})([\w@.~/\\-]{1,200}\.\w{1,8})[:*`]{0,3}\s*$/i;
/** Lines at the beginning of a block that say where it is. */
const WHERE = /^(?::(?:start|end)_line:\s?\d{1,9}|-{5,9})\s*$/;

/**
 * Reads search/replace blocks; undefined for a text without any. `path` is the edited file; '' if the text names
 * it before the blocks. Linear in the length of the text.
 */
export function readBlockEdits(path: string, text: string): readonly FileEdit[] | undefined {
  if (!text.includes('SEARCH')) return undefined;
  const edits: FileEdit[] = [];
  let file = path;
  let open: Block | undefined;
  for (const line of text.split('\n')) {
    if (open === undefined) {
      if (path === '') file = findFile(line) ?? file;
      if (MARK.search.test(line)) open = { before: [], after: undefined };
    } else if (open.after === undefined) {
      if (MARK.between.test(line)) open.after = [];
      else if (open.before.length > 0 || !WHERE.test(line)) open.before.push(line);
    } else if (MARK.end.test(line)) {
      edits.push(toBlockEdit(file, open.before, open.after));
      open = undefined;
    } else open.after.push(line);
    if (edits.length >= MAX_EDITS) break;
  }
  return edits.length === 0 ? undefined : edits;
}

function findFile(line: string): string | undefined {
  const [, tag, attribute, alone] = NAMED_FILE.exec(line) ?? [];
  return tag ?? attribute ?? alone;
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
