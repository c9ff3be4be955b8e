import type { SpanAnswer, SpanChange } from '../../app/api/answers';
import type { RewindStep } from '../../model/workspace/rewindRecord';
import { isBelow } from './checkpointAddress';
import { countOf } from '../../text/count';

/** Maximum files of one diff editor. */
export const MAX_FILES = 300;

/** One side of a diff: a checkpoint's content (or one of `nowAt`), the current file, or nothing. */
export type Side =
  | { readonly kind: 'checkpoint'; readonly checkpoint: string }
  | { readonly kind: 'now' }
  | { readonly kind: 'nothing' };

/** One file of a diff. */
export interface ChangeSides {
  readonly path: string;
  readonly left: Side;
  readonly right: Side;
}

type Changes = Extract<SpanAnswer, { ok: true }>;

/** The files of a diff with both sides, `MAX_FILES` at most. */
export function changeSides({ from, to, changes }: Changes): readonly ChangeSides[] {
  const later: Side = to === undefined ? { kind: 'now' } : { kind: 'checkpoint', checkpoint: to };
  const earlier: Side = { kind: 'checkpoint', checkpoint: from };
  const nothing: Side = { kind: 'nothing' };
  const sides = ({ path, action }: SpanChange): ChangeSides => ({
    path,
    left: action === 'added' ? nothing : earlier,
    right: action === 'deleted' ? nothing : later,
  });
  return changes
    .filter(({ path }) => isBelow(path))
    .slice(0, MAX_FILES)
    .map(sides);
}

/** The files of a rewind with both sides, now and after it, `MAX_FILES` at most. */
export function rewindSides(
  files: readonly Pick<RewindStep, 'path' | 'action'>[],
  { now, checkpoint }: { readonly now: string; readonly checkpoint: string },
): readonly ChangeSides[] {
  const side = (there: boolean, id: string): Side =>
    there ? { kind: 'checkpoint', checkpoint: id } : { kind: 'nothing' };
  return files
    .filter(({ path }) => isBelow(path))
    .slice(0, MAX_FILES)
    .map(({ path, action }) => ({
      path,
      left: side(action !== 'recreate', now),
      right: side(action !== 'delete', checkpoint),
    }));
}

/** Message after the diff editor was opened. */
export function describeChanges({ title, changes }: Changes, shown: number): string {
  if (changes.length === 0) return `Nothing differs: ${title}.`;
  const files = countOf(changes.length, 'file differs', 'files differ');
  const cut = shown < changes.length ? `; the first ${shown} are shown` : '';
  return `${title}: ${files}${cut}.`;
}
