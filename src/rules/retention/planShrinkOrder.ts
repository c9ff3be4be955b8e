import type { Activity } from './createActivityLookup';
import { groupBy } from './groupBy';
import {
  canBeRedone,
  type KeptHistory,
  type KeptRewind,
  type KeptTranscript,
  type KeptTurn,
} from './keptHistory';
import type { LandmarkTurns } from './findLandmarkTurns';
import { HOUR_MS, toPastTime } from './toPastTime';
import {
  checkpointRemoval,
  contentsRemoval,
  rewindRemoval,
  transcriptRemoval,
  type Removal,
} from './removal';

export interface ShrinkOptions {
  /** The history after removals by age. */
  readonly history: KeptHistory;
  readonly landmarks: LandmarkTurns;
  readonly activityOf: (taskId: string) => Activity;
  readonly inactiveHours: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const TIERS: readonly Activity[] = ['inactive', 'finished', 'unfinished'];

/**
 * Plans removals that shrink the state, in order: transcripts of unknown turns, then data of
 * inactive, of other finished and of unfinished tasks, each in recorded order, independent of
 * clocks.
 */
export function planShrinkOrder(options: ShrinkOptions): readonly Removal[] {
  const { history, inactiveHours, now } = options;
  const known = new Set(history.turns.map((turn) => turn.id));
  const unknown = history.transcripts.filter(
    ({ turnId, modifiedAt }) =>
      // A recent one may belong to a turn that is about to be recorded.
      !known.has(turnId) && now - toPastTime(modifiedAt, now) >= inactiveHours * HOUR_MS,
  );
  const recorded = listInRecordedOrder(options, known);
  return [
    ...unknown.map((file) => transcriptRemoval(file, undefined, 'unknownTurn')),
    ...TIERS.flatMap((tier) => recorded.filter(({ why }) => why === tier)),
  ];
}

/** A rewind directly follows the turn that was the newest when it was made. */
function listInRecordedOrder(
  { history, landmarks, activityOf }: ShrinkOptions,
  known: ReadonlySet<string>,
): readonly Removal[] {
  const files = groupBy(history.transcripts, (file) => file.turnId);
  const mayGo = history.rewinds.filter((rewind) => isRemovable(rewind, activityOf(rewind.taskId)));
  const rewinds = groupBy(mayGo, (rewind) =>
    known.has(rewind.afterTurn) ? rewind.afterTurn : undefined,
  );
  const rewindsAfter = (turnId: string | undefined): readonly Removal[] =>
    (rewinds.get(turnId) ?? []).map((each) => rewindRemoval(each, activityOf(each.taskId)));
  return [
    ...rewindsAfter(undefined),
    ...history.turns.flatMap((turn) => [
      ...listTurnRemovals(turn, activityOf(turn.taskId), {
        landmarks,
        files: files.get(turn.id) ?? [],
      }),
      ...rewindsAfter(turn.id),
    ]),
  ];
}

interface TurnParts {
  readonly landmarks: LandmarkTurns;
  readonly files: readonly KeptTranscript[];
}

function listTurnRemovals(
  turn: KeptTurn,
  activity: Activity,
  { landmarks: { first, newest }, files }: TurnParts,
): readonly Removal[] {
  if (turn.outcome === 'running') return [];
  const unfinished = activity === 'unfinished';
  const isNewest = unfinished && newest.has(turn.id);
  const isStart = unfinished && first.has(turn.id);
  return [
    // A rewind to the start needs to know who changed what in between.
    ...(unfinished ? [] : checkpointRemoval(turn, activity)),
    ...(!unfinished || isStart || isNewest ? [] : contentsRemoval(turn, activity)),
    ...(isNewest ? [] : files.map((file) => transcriptRemoval(file, turn, activity))),
  ];
}

/**
 * Whether a rewind can be removed: not while it is in progress, nor while it can be redone and its task is not
 * inactive.
 */
function isRemovable(rewind: KeptRewind, activity: Activity): boolean {
  return rewind.status === 'done' && (activity === 'inactive' || !canBeRedone(rewind));
}
