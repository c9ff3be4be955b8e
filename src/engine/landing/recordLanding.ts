import { branchOf, type LandingRecord } from '../../model/landing/landing';
import type { Store } from '../../ports/store';
import type { EventJournal } from '../state/eventJournal';

/** Paths that the event of a landing names. */
const MAX_NAMED = 20;

/** A landing that is written but not recorded as done. */
export interface LandedTurn {
  readonly record: LandingRecord;
  /** Checkpoint of the workspace afterwards; absent if there is none. */
  readonly after?: string;
}

/** Records that a landing is complete. Call it in the transaction that records its turn. */
export function recordLanding(
  { store, journal }: { readonly store: Store; readonly journal: EventJournal },
  { record, after }: LandedTurn,
): void {
  const { turnId, taskId, mode, paths, git } = record;
  store.endLanding(turnId, after);
  store.clearAcceptedChanges(taskId);
  journal.record({
    event: 'task_landed',
    taskId,
    data: {
      mode,
      files: paths.length,
      paths: paths.slice(0, MAX_NAMED),
      ...(git && { commit: git.commit }),
      ...(mode === 'branch' && { branch: git === undefined ? '' : branchOf(git) }),
    },
  });
}
