import type { ReviewedFile, TaskReview } from '../../model/review/taskReview';
import { decodeText } from '../../text/decodeText';
import { formatBytes } from '../../text/bytes';
import { patchTexts } from '../diff/patchTexts';
import { MAX_DIFF_FILE_BYTES } from '../diff/unifiedDiff';

/** A file of a reviewed change with what differs in it. */
export interface DiffedFile extends ReviewedFile {
  /** Unified diff with the names of both sides; '' where `note` says why there is none. */
  readonly patch: string;
  /** A few words: "no text"; absent with a patch. */
  readonly note?: string;
}

/** Reads one side of a file; undefined where it does not exist. */
export type ReadSide = (side: string, path: string) => Promise<Uint8Array | undefined>;

/** The files of a review with their diffs, in the same order. */
export async function diffReview(
  { from, to, files }: Pick<TaskReview, 'from' | 'to' | 'files'>,
  read: ReadSide,
): Promise<readonly DiffedFile[]> {
  const diffed: DiffedFile[] = [];
  for (const file of files) {
    const { path, action } = file;
    const old = action === 'added' ? undefined : await read(from, path);
    const now = action === 'deleted' ? undefined : await read(to, path);
    diffed.push({ ...file, ...diffSides(path, old, now) });
  }
  return diffed;
}

function diffSides(
  path: string,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
): Pick<DiffedFile, 'patch' | 'note'> {
  if (before === undefined && after === undefined) return { patch: '', note: 'no content' };
  const size = Math.max(before?.byteLength ?? 0, after?.byteLength ?? 0);
  if (size > MAX_DIFF_FILE_BYTES)
    return { patch: '', note: `${formatBytes(size)}, too large to show` };
  const [old, now] = [before && decodeText(before), after && decodeText(after)];
  const isText =
    (old !== undefined || before === undefined) && (now !== undefined || after === undefined);
  if (!isText) return { patch: '', note: 'no text' };
  if (old === now) return { patch: '', note: 'only its permissions changed' };
  return { patch: patchTexts({ path, old, now }) };
}

/** What the text of a file does not show, a clause about it: "is a link now"; '' for a plain file. */
export function describeKind({ kind: { before, after } = {} }: Pick<ReviewedFile, 'kind'>): string {
  if (after === undefined) return '';
  const now = before === undefined || before === after ? '' : ' now';
  switch (after) {
    case 'link':
      return `is a link${now}`;
    case 'repository':
      return `is a git repository${now}`;
    case 'executable':
      return before === after ? '' : `is executable${now}`;
    case 'file':
      return before === 'executable' ? 'is no longer executable' : `is a plain file${now}`;
    default:
      return after satisfies never;
  }
}

/** What the texts of the files do not show, a line for each that has something: "run.sh is executable now". */
export function describeKinds(files: readonly ReviewedFile[]): readonly string[] {
  return files.flatMap((file) => {
    const kind = describeKind(file);
    return kind === '' ? [] : [`${file.path} ${kind}`];
  });
}

/** A line of a patch. */
export interface PatchLine {
  readonly text: string;
  /** Its number in the file as the change leaves it, from 1; absent for deleted lines and headings. */
  readonly line?: number;
}

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)/;

/** The lines of a patch with their places. */
export function placeLines(patch: string): readonly PatchLine[] {
  let next = 0;
  return patch
    .replace(/\n$/, '')
    .split('\n')
    .map((text) => {
      const start = HUNK.exec(text)?.[1];
      if (start !== undefined) next = Number(start);
      const isThere = start === undefined && next > 0 && /^[+ ]/.test(text);
      return isThere ? { text, line: next++ } : { text };
    });
}
