import type { FileEdit } from './fileEdit';
import { toTextKey } from '../text/parseArgs';

/** Maximum number of edits that are read. */
const MAX_EDITS = 50;

const FILE = /^(?:\*\*\* (?:Update|Add|Delete) File:|\+\+\+)[ \t]{1,8}(\S.{0,399})$/;
const DIFF = /^diff --git (?:a\/)?(\S{1,400})/;
/** Names a file that is written as a whole, whether or not it is there. */
const WHOLE = '*** Add File:';
/** Lines of a patch that are neither content nor the name of a file. */
const HEADER = /^(?:--- |\*\*\* |index |(?:new|deleted) file mode )/;

/**
 * Reads which text a patch replaces, hunk by hunk; undefined for a text that is not a patch. A hunk
 * without removed lines is an insertion after the line before it.
 */
export function readPatchEdits(text: string): readonly FileEdit[] | undefined {
  const edits: FileEdit[] = [];
  let path: string | undefined;
  let isWhole = false;
  let hunk: Hunk = { before: [], after: [], context: [] };
  const endHunk = (): void => {
    if (path !== undefined && hunk.before.length + hunk.after.length > 0)
      edits.push(isWhole ? toWholeFile(path, hunk) : toEdit(path, hunk));
    hunk = { before: [], after: [], context: [] };
  };
  for (const line of text.split('\n')) {
    const [, named = DIFF.exec(line)?.[1]] = FILE.exec(line) ?? [];
    if (named !== undefined) {
      endHunk();
      path = named.replace(/^b\//, '');
      isWhole = line.startsWith(WHOLE);
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

function toWholeFile(path: string, { after }: Hunk): FileEdit {
  return { path, target: 'file', before: '', after: toTextKey(after.join('\n')) };
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
