import type { SpanAnswer, SpanChange } from '../../app/api/app';
import { isBelow } from './checkpointAddress';

/** Most files that the diff editor is given at once. */
export const MAX_FILES = 300;

/** What stands on one side of a diff: a checkpoint's content, the file as it is now, or nothing. */
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

/** The files of a diff with what stands on either side; the first `MAX_FILES` of them. */
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

/** What is told once the diff editor is open. */
export function describeChanges({ title, changes }: Changes, shown: number): string {
  if (changes.length === 0) return `Nothing differs: ${title}.`;
  const files = changes.length === 1 ? '1 file differs' : `${changes.length} files differ`;
  const cut = shown < changes.length ? `; the first ${shown} are shown` : '';
  return `${title}: ${files}${cut}.`;
}
