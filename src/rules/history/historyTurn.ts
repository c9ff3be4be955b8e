import type { LastingEvent } from '../../model/events/lastingEvents';
import type { TurnConsequence, TurnOutcome } from '../../model/turn/turn';
import type { TurnThreshold } from '../../model/turn/turnThreshold';

/** What statistics need of a recorded turn. Optional facts are missing in turns of earlier versions. */
export interface HistoryTurn {
  readonly taskId: string;
  readonly countsOn: string;
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Absent while it runs. */
  readonly durationMs?: number;
  readonly agent?: string;
  readonly outcome: TurnOutcome;
  readonly pivotDirective: number;
  /** Absent without a failure. */
  readonly failureHash?: string;
  readonly entropyAfter?: number;
  readonly consequence?: TurnConsequence;
  readonly threshold?: TurnThreshold;
  /** A loop inside ended it. */
  readonly loopInside?: true;
  /** It began on the files that the task's previous turn had left. */
  readonly filesKept?: true;
}

/** What was recorded, in the order in which it was. */
export interface RecordedHistory {
  readonly turns: readonly HistoryTurn[];
  readonly events: readonly LastingEvent[];
}

/** A moment of a history. */
export interface Moment {
  /** Number of turns that had begun before. */
  readonly index: number;
  /** ISO 8601, UTC. */
  readonly at: string;
}
