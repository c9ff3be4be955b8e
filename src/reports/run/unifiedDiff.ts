import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { isUnknownIn, type CheckpointState } from '../../model/workspace/checkpoint';
import type { Checkpoints } from '../../ports/checkpoints';
import { toContent, listDifferingPaths } from '../../rules/rewind/contents';
import { formatBytes } from '../../text/bytes';
import { countOf } from '../../text/count';

/** Files that are larger are named only. */
const MAX_DIFF_FILE_BYTES = 256 * 1024;
/** Longest diff of one turn; what is left out is counted. */
export const MAX_DIFF_BYTES = 2 * 1024 * 1024;
/** Changed lines beyond which a file is shown as replaced: finding the shortest diff would take too long. */
const MAX_EDITS = 1_500;
const CONTEXT_LINES = 3;
/** Where a byte 0 makes a file one that is no text. */
const LOOKED_AT = 8_192;

/** One side of a diff: a checkpoint and its content. */
export interface DiffSide {
  readonly id: string;
  readonly state: CheckpointState;
}

export interface DiffSources {
  readonly checkpoints: Pick<Checkpoints, 'content'>;
  /** Asked before each file: true ends the diff there. */
  readonly isEnough: () => boolean;
}

/** What differs between two checkpoints as a unified diff; '' for nothing. Throws `StateError` for a checkpoint that is gone. */
export async function unifiedDiff(
  { checkpoints, isEnough }: DiffSources,
  before: DiffSide,
  after: DiffSide,
): Promise<string> {
  const paths = [...new Set(listDifferingPaths(before.state, after.state))].sort();
  const parts: string[] = [];
  let bytes = 0;
  for (const [index, path] of paths.entries()) {
    const part = isEnough() ? undefined : await fileDiff(checkpoints, path, [before, after]);
    bytes += Buffer.byteLength(part ?? '');
    if (part === undefined || bytes > MAX_DIFF_BYTES) {
      parts.push(`Only in part: ${countOf(paths.length - index, 'more file')}.\n`);
      break;
    }
    parts.push(part);
  }
  return parts.join('');
}

type Sides = readonly [before: DiffSide, after: DiffSide];

async function fileDiff(
  checkpoints: Pick<Checkpoints, 'content'>,
  path: string,
  sides: Sides,
): Promise<string> {
  const only = whyNamedOnly(path, sides);
  if (only !== undefined) return namedOnly(path, only);
  const [before, after] = sides;
  const [old, now] = [
    await textAt(checkpoints, before, path),
    await textAt(checkpoints, after, path),
  ];
  if (old === 'binary' || now === 'binary') return namedOnly(path, 'no text');
  return patchOf({ path, old: old.text, now: now.text });
}

function whyNamedOnly(path: string, sides: Sides): string | undefined {
  const [before, after] = sides.map(({ state }) => state.files.get(path));
  const known = [before, after].filter((entry) => entry !== undefined);
  if (sides.some(({ state }) => isUnknownIn(state, path))) return 'was ignored on one side';
  if (known.some(({ stored }) => !stored)) return 'its content is not kept';
  if (before && after && toContent(before.version) === toContent(after.version))
    return 'only its permissions changed';
  const size = Math.max(...known.map((entry) => entry.size));
  return size > MAX_DIFF_FILE_BYTES ? `${formatBytes(size)}, too large to show` : undefined;
}

function namedOnly(path: string, why: string): string {
  return `File ${JSON.stringify(path)} differs (${why})\n`;
}

/** The text of a file; none where it is not there. */
async function textAt(
  checkpoints: Pick<Checkpoints, 'content'>,
  { id, state }: DiffSide,
  path: string,
): Promise<{ readonly text: string | undefined } | 'binary'> {
  if (!state.files.has(path)) return { text: undefined };
  const bytes = await checkpoints.content(id, path);
  if (bytes === undefined) return { text: undefined };
  if (bytes.subarray(0, LOOKED_AT).includes(0)) return 'binary';
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    // Not UTF-8: to whoever reads a diff as bad as no text.
    return 'binary';
  }
}

interface FileTexts {
  readonly path: string;
  readonly old: string | undefined;
  readonly now: string | undefined;
}

function patchOf({ path, old, now }: FileTexts): string {
  const names = [
    old === undefined ? '/dev/null' : `a/${path}`,
    now === undefined ? '/dev/null' : `b/${path}`,
  ] as const;
  const patch = createTwoFilesPatch(...names, old ?? '', now ?? '', '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MAX_EDITS,
    headerOptions: FILE_HEADERS_ONLY,
  });
  return patch ?? replaced(names, old ?? '', now ?? '');
}

/** Every old line taken out and every new one put in: as true as the shortest diff. */
function replaced(names: readonly [string, string], old: string, now: string): string {
  const [before, after] = [linesOf(old), linesOf(now)];
  const empty = createTwoFilesPatch(...names, '', '', '', '', { headerOptions: FILE_HEADERS_ONLY });
  const hunk = `@@ -${before.length === 0 ? 0 : 1},${before.length} +${after.length === 0 ? 0 : 1},${after.length} @@`;
  return [empty.trimEnd(), hunk, ...signed('-', before, old), ...signed('+', after, now), ''].join(
    '\n',
  );
}

function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function signed(sign: '-' | '+', lines: readonly string[], text: string): readonly string[] {
  const end = lines.length > 0 && !text.endsWith('\n') ? ['\\ No newline at end of file'] : [];
  return [...lines.map((line) => sign + line), ...end];
}
