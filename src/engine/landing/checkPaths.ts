import { UNREADABLE, type CheckpointState } from '../../model/workspace/checkpoint';
import type { ChangedPath } from '../../ports/worktrees';

/** The workspace when the change was merged and now, and the files that are to come. */
export interface LandingStates {
  readonly merged: CheckpointState;
  readonly now: CheckpointState;
  readonly to: CheckpointState;
}

/** What keeps a merged change from being written. */
export type LandingProblem =
  /** The user has changed a file since the merge. */
  | { readonly kind: 'moved'; readonly path: string }
  /** A clause. */
  | { readonly kind: 'refused'; readonly why: string };

/** Undefined if every path is as it was merged, and its content before and after is on record. */
export function checkPaths(
  paths: readonly ChangedPath[],
  { merged, now, to }: LandingStates,
): LandingProblem | undefined {
  for (const { path, action } of paths) {
    const [before, current] = [merged.files.get(path), now.files.get(path)];
    if (action === 'added' ? current !== undefined : before?.version !== current?.version)
      return { kind: 'moved', path };
    const next = to.files.get(path);
    const known = [current, next].filter((entry) => entry !== undefined);
    if (known.some(({ version }) => version === UNREADABLE))
      return { kind: 'refused', why: `${path} cannot be read` };
    if (known.some(({ stored }) => !stored))
      return {
        kind: 'refused',
        why: `${path} is too large to be kept in a checkpoint (\`limits.checkpointFileMb\`), so that its landing could not be undone`,
      };
  }
  return undefined;
}
