import type { SessionNote } from '../../model/guard/sessionRecord';
import type { CheckpointState } from '../../model/workspace/checkpoint';
import { listDifferingPaths } from '../rewind/contents';
import type { PromptedTurn, SessionHistory } from './sessionHistory';

/** Number of paths that a session's file lists at most. */
const MAX_LATE = 1_000;

/** A turn of which only the state before it is recorded. */
export interface HalfRecordedTurn extends PromptedTurn {
  /** Id of that checkpoint. */
  readonly before: string;
}

/**
 * The turn at a place in the history where a checkpoint at its end is missing, as after an interrupt, of which agents tell
 * no stop; undefined where there is none, and after a rewind, when the files are not any more as the turn left them.
 */
export function findHalfRecorded(
  { prompted, rewinds }: Pick<SessionHistory, 'prompted' | 'rewinds'>,
  place: number,
): HalfRecordedTurn | undefined {
  const found = prompted.at(place);
  if (found?.turn.before === undefined || found.turn.after !== undefined) return undefined;
  if (rewinds.some(({ afterTurn }) => afterTurn === found.turn.number)) return undefined;
  return { ...found, before: found.turn.before };
}

/** How the files were before a turn and are now, after its end. */
export interface TurnEndFacts {
  /** ISO 8601, UTC. */
  readonly endedAt: string;
  readonly before: CheckpointState;
  readonly now: CheckpointState;
  /** Id of the checkpoint of `now`, and the folder that it records. */
  readonly checkpoint: string;
  readonly root: string;
  /** Whether a path may have been changed after a moment (ISO 8601). */
  readonly wasChangedAfter: (path: string, moment: string) => boolean;
}

/** Notes the end of a turn; undefined where more paths may have been changed since than a session's file lists. */
export function noteTurnEnd(
  { prompt }: HalfRecordedTurn,
  { endedAt, before, now, checkpoint, root, wasChangedAfter }: TurnEndFacts,
): SessionNote | undefined {
  const late = [...listDifferingPaths(before, now)].filter((path) =>
    wasChangedAfter(path, endedAt),
  );
  if (late.length > MAX_LATE) return undefined;
  return {
    ...{ kind: 'checkpoint', of: prompt, endedAt, checkpoint, root },
    ...(late.length > 0 && { late }),
  };
}

/** The state at the end of a turn: of late paths, which may have been changed since, as before the turn. */
export function withoutLate(
  before: CheckpointState,
  after: CheckpointState,
  late: readonly string[],
): CheckpointState {
  const files = new Map(after.files);
  for (const path of late) {
    const entry = before.files.get(path);
    if (entry === undefined) files.delete(path);
    else files.set(path, entry);
  }
  return { ...after, files };
}
