import type { LandingRecord } from '../../model/landing/landing';
import type { Checkpoints } from '../../ports/checkpoints';
import type { Store } from '../../ports/store';
import type { Worktrees } from '../../ports/worktrees';
import { StateError } from '../../ports/workspaceState';
import { orStateError } from '../state/orStateError';

export interface WriteTools {
  readonly store: Pick<Store, 'addLanding' | 'removeLanding'>;
  /** Of the workspace. */
  readonly checkpoints: Checkpoints;
  readonly worktrees: Pick<Worktrees, 'moveReference'>;
}

/** Result of writing a landing: everything, or nothing. */
export type Written =
  | {
      readonly kind: 'written';
      /** Checkpoint of the workspace afterwards; absent where no file changed, or it could not be recorded. */
      readonly after?: string;
    }
  /** The user has changed a file just now, or git refused the commit; nothing is changed. `why`: a clause. */
  | { readonly kind: 'moved' | 'refused'; readonly why: string };

/**
 * Writes a landing into the workspace as a rewind is written: recorded first, then only its paths, none that the user
 * changed just now, then its commit. Where one cannot be written, none stays. Throws `StateError` if nothing could be
 * written at all.
 */
export async function writeLanding(tools: WriteTools, landing: LandingRecord): Promise<Written> {
  tools.store.addLanding(landing);
  const done = await orStateError(() => applyLanding(tools, landing));
  if (done instanceof StateError) {
    const undone = await orStateError(() => undoLanding(tools, landing));
    // The next holder of the lease completes or undoes it.
    if (undone instanceof StateError) throw undone;
    throw done;
  }
  if (done.kind !== 'written') await undoLanding(tools, landing);
  return done;
}

/** Does what a recorded landing has not done yet. */
export async function applyLanding(
  { checkpoints, worktrees }: WriteTools,
  { turnId: id, files, git, paths }: LandingRecord,
): Promise<Written> {
  if (files !== undefined) {
    const { left } = await checkpoints.restore({ id, from: files.from, to: files.to, paths });
    const [first] = left;
    if (first !== undefined)
      return { kind: 'moved', why: `${first.path} cannot be written: ${first.why}` };
  }
  if (git !== undefined) {
    const problem = await worktrees.moveReference(git, { stages: files !== undefined });
    if (problem !== undefined) return { kind: 'refused', why: problem };
  }
  if (files === undefined) return { kind: 'written' };
  const recorded = await orStateError(() => checkpoints.record(paths));
  return recorded instanceof StateError
    ? { kind: 'written' }
    : { kind: 'written', after: recorded.id };
}

/** Puts back what a landing wrote; what the user changed since stays. Its reference has not moved. */
export async function undoLanding(
  { store, checkpoints }: WriteTools,
  { turnId, files, paths }: LandingRecord,
): Promise<void> {
  if (files !== undefined)
    await checkpoints.restore({ id: `${turnId}-back`, from: files.to, to: files.from, paths });
  store.removeLanding(turnId);
}
