import type { Attempt } from '../../model/task/attempt';
import type { ContextEntry } from '../../model/task/contextEntry';
import type { RewindRecord } from '../../model/workspace/rewindRecord';
import type { TaskRecord } from '../../model/task/task';
import type { TurnOutcome, TurnStart } from '../../model/turn/turn';

/** A task as far as retention looks at it. */
export interface KeptTask extends Pick<
  TaskRecord,
  'id' | 'status' | 'hidden' | 'firstTurn' | 'bestTurn' | 'attemptsBefore'
> {
  /** ISO 8601: when a human last did something to it; absent for never. */
  readonly touchedAt?: string;
}

/** A turn as far as retention looks at it. */
export interface KeptTurn extends Pick<
  TurnStart,
  'id' | 'taskId' | 'countsOn' | 'number' | 'startedAt'
> {
  readonly outcome: TurnOutcome;
  /** ISO 8601; absent while it runs. */
  readonly endedAt?: string | undefined;
  readonly checkpointBefore?: string | undefined;
  readonly checkpointAfter?: string | undefined;
}

/** A rewind or a redo as far as retention looks at it. */
export type KeptRewind = Pick<
  RewindRecord,
  'id' | 'kind' | 'taskId' | 'at' | 'afterTurn' | 'from' | 'to' | 'status' | 'undoneBy'
>;

/** An attempt as far as retention looks at it. */
export type KeptAttempt = Pick<Attempt, 'number' | 'taskId' | 'at'>;

/** A directive of a recovery as far as retention looks at it. */
export interface KeptContextEntry extends Pick<ContextEntry, 'id' | 'taskId' | 'timestamp'> {
  /** ISO 8601; absent while it heads prompts. */
  readonly closedAt?: string;
}

/** What an agent or a verification printed in one turn. */
export interface KeptTranscript {
  /** Names the file. */
  readonly name: string;
  /** Id of the turn, which may be unknown. */
  readonly turnId: string;
  readonly bytes: number;
  /** Milliseconds since 1970 when it was last written. */
  readonly modifiedAt: number;
}

/** All that retention decides over. */
export interface KeptHistory {
  readonly tasks: readonly KeptTask[];
  /** In the order in which they were recorded. */
  readonly turns: readonly KeptTurn[];
  /** In the order in which they were recorded. */
  readonly rewinds: readonly KeptRewind[];
  readonly transcripts: readonly KeptTranscript[];
  /** In the order in which they were recorded. */
  readonly attempts: readonly KeptAttempt[];
  readonly contextEntries: readonly KeptContextEntry[];
}

/** Whether a redo could still undo it. */
export function canBeRedone(rewind: KeptRewind): boolean {
  return rewind.kind === 'rewind' && rewind.status === 'done' && rewind.undoneBy === undefined;
}
