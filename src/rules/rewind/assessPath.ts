import {
  UNREADABLE,
  type CheckpointEntry,
  type CheckpointState,
} from '../../model/workspace/checkpoint';
import type { KeptReason, RewindStep } from '../../model/workspace/rewindRecord';

/** What the history says of one path, before the human's choice and its neighbours are looked at. */
export interface PathAssessment {
  readonly path: string;
  readonly turns: readonly number[];
  /** What it takes to bring it to its target. */
  readonly action: RewindStep['action'];
  /** Why it stays unless it is chosen; absent: it is brought to its target. */
  readonly kept?: KeptReason;
}

export interface PathFacts {
  readonly path: string;
  readonly turns: readonly number[];
  readonly target: CheckpointState;
  readonly now: CheckpointState;
  /** Nothing is known of the path, then or now. */
  readonly unknown: boolean;
  /** Why it is to stay although it can be brought back. */
  readonly editedSince: () => KeptReason | undefined;
}

/** Undefined for a path that stands as in the target: it needs nothing. */
export function assessPath(question: PathFacts): PathAssessment | undefined {
  const { path, turns, unknown, editedSince } = question;
  const before = question.target.files.get(path);
  const current = question.now.files.get(path);
  if (!unknown && isSame(before, current)) return undefined;
  const stored = (before?.stored ?? true) && (current?.stored ?? true);
  const kept: KeptReason | undefined = unknown
    ? { kind: 'ignored' }
    : stored
      ? editedSince()
      : { kind: 'notStored' };
  const action = before === undefined ? 'delete' : current === undefined ? 'recreate' : 'restore';
  return { path, turns, action, ...(kept === undefined ? {} : { kept }) };
}

/** Whether the human may choose it nevertheless. */
export function isSelectable({ kept }: PathAssessment): boolean {
  return kept?.kind === 'editedSince' || kept?.kind === 'unwatched';
}

/** Two absences are the same; what could not be read is the same as nothing. */
function isSame(one: CheckpointEntry | undefined, other: CheckpointEntry | undefined): boolean {
  return one?.version === other?.version && one?.version !== UNREADABLE;
}
