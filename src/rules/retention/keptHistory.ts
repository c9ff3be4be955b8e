import type { Attempt } from '../../model/task/attempt';
import type { ContextEntry } from '../../model/task/contextEntry';
import type { RewindRecord } from '../../model/workspace/rewindRecord';
import type { TaskRecord } from '../../model/task/task';
import type { TurnOutcome, TurnStart } from '../../model/turn/turn';

/** The fields of a task that retention needs. */
export interface KeptTask extends Pick<
  TaskRecord,
  'id' | 'status' | 'hidden' | 'firstTurn' | 'bestTurn' | 'attemptsBefore'
> {
  /** ISO 8601: the last intervention; absent for none. */
  readonly touchedAt?: string;
}

/** The fields of a turn that retention needs. */
export interface KeptTurn extends Pick<
  TurnStart,
  'id' | 'taskId' | 'countsOn' | 'number' | 'startedAt'
> {
  readonly outcome: TurnOutcome;
  /** ISO 8601; absent while it runs. */
  readonly endedAt?: string | undefined;
  readonly checkpointBefore?: string | undefined;
  readonly checkpointAfter?: string | undefined;
  readonly fileListBefore?: string | undefined;
  readonly fileListAfter?: string | undefined;
  /** Checkpoints of its landing in the workspace; absent for none. */
  readonly landing?: readonly string[];
}

/** The fields of a rewind or redo that retention needs. */
export type KeptRewind = Pick<
  RewindRecord,
  'id' | 'kind' | 'taskId' | 'at' | 'afterTurn' | 'from' | 'to' | 'status' | 'undoneBy'
>;

/** The fields of an attempt that retention needs. */
export type KeptAttempt = Pick<Attempt, 'number' | 'taskId' | 'at'>;

/** The fields of a context entry that retention needs. */
export interface KeptContextEntry extends Pick<ContextEntry, 'id' | 'taskId' | 'timestamp'> {
  /** ISO 8601; absent while it heads prompts. */
  readonly closedAt?: string;
}

/** A transcript of one turn. */
export interface KeptTranscript {
  /** Names the file. */
  readonly name: string;
  /** Id of the turn, which may be unknown. */
  readonly turnId: string;
  readonly bytes: number;
  /** Milliseconds since 1970 when it was last written. */
  readonly modifiedAt: number;
}

/** Input of the retention plan. */
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

/** True if a redo can still undo the rewind. */
export function canBeRedone(rewind: KeptRewind): boolean {
  return rewind.kind === 'rewind' && rewind.status === 'done' && rewind.undoneBy === undefined;
}
