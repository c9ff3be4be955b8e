import type { CheckpointState } from '../../model/workspace/checkpoint';
import type { RewindChoice, RewindPreview } from '../../model/workspace/rewindRecord';
import type { Checkpoints } from '../../ports/checkpoints';
import { countOf } from '../../text/count';

/** Excludes changes after the confirmation: the human did not confirm them. */
export function onlyConfirmed(
  choice: RewindChoice,
  plan: (choice: RewindChoice) => RewindPreview,
): RewindPreview {
  const preview = plan(choice);
  if (choice.confirmed === undefined) return preview;
  const confirmed = new Set(choice.confirmed);
  const unconfirmed = preview.steps.map(({ path }) => path).filter((path) => !confirmed.has(path));
  return unconfirmed.length === 0
    ? preview
    : plan({ ...choice, except: [...choice.except, ...unconfirmed] });
}

/** Describes chosen paths that are not available. */
export function choiceProblem(proposed: RewindPreview, choice: RewindChoice): string | undefined {
  const known = new Set([...proposed.steps, ...proposed.kept].map(({ path }) => path));
  const selectable = new Set(
    proposed.kept.filter((kept) => kept.selectable).map(({ path }) => path),
  );
  const steps = new Set(proposed.steps.map(({ path }) => path));
  const also = choice.also === 'all' ? [] : choice.also;
  const unknown = [...also, ...choice.except].find((path) => !known.has(path));
  if (unknown !== undefined)
    return `${unknown} is not among the files that this ${proposed.kind} would change or keep.`;
  const fixed = also.find((path) => !selectable.has(path) && !steps.has(path));
  return fixed === undefined ? undefined : `${fixed} cannot be restored; the preview shows why.`;
}

/** Why a rewind or redo has nothing to do. */
export function nothingToDo({ kind, kept }: RewindPreview): string {
  const why = kept.length === 0 ? '' : ` ${describeKeptCount(kept.length)}`;
  return kind === 'rewind'
    ? `There is nothing to rewind: every file that the agent changed already has its earlier content or has to stay as it is.${why}`
    : `There is nothing to redo: every file already has its content from before the rewind or has to stay as it is.${why}`;
}

function describeKeptCount(count: number): string {
  return countOf(count, 'file is kept unchanged.', 'files are kept unchanged.');
}

/** Content that is replaced or deleted must be recorded. Throws `StateError`. */
export async function assertRescued(
  checkpoints: Pick<Checkpoints, 'content'>,
  now: CheckpointState,
  { rescue, preview }: { readonly rescue: string; readonly preview: RewindPreview },
): Promise<void> {
  for (const { path } of preview.steps) {
    if (now.files.has(path)) await checkpoints.content(rescue, path);
  }
}
