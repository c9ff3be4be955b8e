import {
  UNREADABLE,
  type CheckpointEntry,
  type CheckpointState,
} from '../../model/workspace/checkpoint';
import type { KeptReason, RewindStep } from '../../model/workspace/rewindRecord';

/** Assessment of one path from history alone, before the user's choice and obstacles. */
export interface PathAssessment {
  readonly path: string;
  readonly turns: readonly number[];
  /** Action that restores the target. */
  readonly action: RewindStep['action'];
  /** Why it is kept unless the user selects it; absent if it is restored. */
  readonly kept?: KeptReason;
}

export interface PathFacts {
  readonly path: string;
  readonly turns: readonly number[];
  readonly target: CheckpointState;
  readonly now: CheckpointState;
  /** The path is unknown in the target or now. */
  readonly unknown: boolean;
  /** Returns why a restorable path is kept. */
  readonly editedSince: () => KeptReason | undefined;
}

/** Assesses one path; undefined if it equals the target. */
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

/** True if the user may select the path although it is kept. */
export function isSelectable({ kept }: PathAssessment): boolean {
  return kept?.kind === 'editedSince' || kept?.kind === 'unwatched';
}

/** Two absent entries are equal; an unreadable entry equals nothing. */
function isSame(one: CheckpointEntry | undefined, other: CheckpointEntry | undefined): boolean {
  return one?.version === other?.version && one?.version !== UNREADABLE;
}
