import { isUnknownIn, type CheckpointState } from '../../model/workspace/checkpoint';
import type { Checkpoints } from '../../ports/checkpoints';
import { toContent, listDifferingPaths } from '../../rules/rewind/contents';
import { formatBytes } from '../../text/bytes';
import { decodeText } from '../../text/decodeText';
import { countOf } from '../../text/count';
import { patchTexts } from './patchTexts';

/** Maximum size of a file in a diff; larger files are only named. */
export const MAX_DIFF_FILE_BYTES = 256 * 1024;
/** Maximum size of a turn's diff; omitted files are counted. */
export const MAX_DIFF_BYTES = 2 * 1024 * 1024;

/** One side of a diff: a checkpoint and its content. */
export interface DiffSide {
  readonly id: string;
  readonly state: CheckpointState;
}

export interface DiffSources {
  readonly checkpoints: Pick<Checkpoints, 'content'>;
  /** Called before each file: true ends the diff. */
  readonly isEnough: () => boolean;
  /** Only these paths; absent: every path. */
  readonly paths?: readonly string[];
}

/** Builds the unified diff of two checkpoints; '' if they are equal. Throws `StateError` for a missing checkpoint. */
export async function unifiedDiff(
  { checkpoints, isEnough, paths: only }: DiffSources,
  before: DiffSide,
  after: DiffSide,
): Promise<string> {
  const differing = new Set(listDifferingPaths(before.state, after.state));
  const paths = (only?.filter((path) => differing.has(path)) ?? [...differing]).sort();
  const parts: string[] = [];
  let bytes = 0;
  for (const [index, path] of paths.entries()) {
    const part = isEnough() ? undefined : await fileDiff(checkpoints, path, [before, after]);
    bytes += Buffer.byteLength(part ?? '');
    if (part === undefined || bytes > MAX_DIFF_BYTES) {
      parts.push(
        `The diff is too long to show in full: ${countOf(paths.length - index, 'more file')}.\n`,
      );
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
  return patchTexts({ path, old: old.text, now: now.text });
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

/** Reads the text of a file; undefined if it does not exist. */
async function textAt(
  checkpoints: Pick<Checkpoints, 'content'>,
  { id, state }: DiffSide,
  path: string,
): Promise<{ readonly text: string | undefined } | 'binary'> {
  if (!state.files.has(path)) return { text: undefined };
  const bytes = await checkpoints.content(id, path);
  if (bytes === undefined) return { text: undefined };
  const text = decodeText(bytes);
  return text === undefined ? 'binary' : { text };
}
