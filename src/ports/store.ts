import type { Attempt } from '../model/task/attempt';
import type { ContextEntry, ContextTopic } from '../model/task/contextEntry';
import type { Hop } from '../model/hops/hop';
import type { JudgedTurn } from '../model/judge/judgedTurn';
import type { Lesson } from '../model/failure/lesson';
import type { RewindRecord } from '../model/workspace/rewindRecord';
import type { FailureAnalysisReport, StrategyPivot } from '../model/report/pauseReport';
import type {
  DevsEvent,
  EventName,
  EventOf,
  StoredEvent,
  TaskEventName,
} from '../model/events/devsEvent';
import type { RunStatus } from '../model/run/runStatus';
import type { Measurement } from '../model/verification/measurement';
import type { RunningSteps, ShownProof } from '../model/steps/step';
import type { TaskRecord, TaskStatus } from '../model/task/task';
import type { Turn, TurnEnd, TurnOutcome, TurnStart } from '../model/turn/turn';

/** A row of `task_failures`. */
export interface TaskFailures {
  readonly taskId: string;
  readonly failureCount: number;
  readonly lastError: string | undefined;
  readonly failedStrategies: readonly string[];
}

export type AbandonedKind = 'reply' | 'state';

/** Fields of a task that may be written; `undefined` clears the optional ones. */
export type TaskChange = { readonly [K in Exclude<keyof TaskRecord, 'id'>]?: TaskRecord[K] };

/** A turn without its texts: what is shown of many at once, and what retention weighs. */
export interface TurnSummary extends Pick<
  TurnStart,
  'id' | 'taskId' | 'countsOn' | 'number' | 'startedAt' | 'pivotDirective' | 'checkpointBefore'
> {
  readonly outcome: TurnOutcome;
  /** As in `TurnEnd`; '' while it runs. */
  readonly reason: string;
  /** As in `TurnEnd`; '' while it runs. */
  readonly transcript: string;
  /** Absent while it runs. */
  readonly durationMs?: number;
  /** What its verification measured; absent for nothing. */
  readonly measurement?: Measurement;
  /** `hash` of its failure; absent when nothing failed. */
  readonly failureHash?: string;
  readonly checkpointAfter?: string;
  /** Absent for turns that an earlier version moved into history files. */
  readonly agent?: string;
  /** Number of hops inside it; absent for none and while it runs. */
  readonly hopCount?: number;
  /** Steps that prove a loop inside it; absent where none ended it. */
  readonly proof?: ShownProof;
  /** As in `TurnEnd`. */
  readonly judged?: JudgedTurn;
}

/** Facts of all tasks, by task id; tasks without facts have no entry. */
export interface TaskFacts {
  /** As `countTurns`. */
  readonly turnCounts: ReadonlyMap<string, number>;
  /** As `listPivots`. */
  readonly pivots: ReadonlyMap<string, readonly StrategyPivot[]>;
  /** As `listHints`. */
  readonly hints: ReadonlyMap<string, readonly string[]>;
}

/** The fields of a task that the scheduler needs. */
export interface QueuedTask {
  readonly id: string;
  readonly status: TaskStatus;
  /** As in `TaskRecord`. */
  readonly queuedAt: number;
  /** As in `TaskRecord`. */
  readonly waitingUntil?: string;
}

/** Which attempts: of one task or of all, after a number, those that still count, only the newest so many. */
export interface AttemptSelection {
  readonly taskId?: string;
  /** Number that theirs must exceed; absent: all. */
  readonly after?: number;
  /** Only those after the `attemptsBefore` of their own task; tasks that are not known have none. */
  readonly counting?: true;
  readonly limit?: number;
}

/** Attempts of one task since its count was last reset. */
export interface AttemptCount {
  readonly taskId: string;
  readonly count: number;
  /** ISO 8601, UTC: the newest of them. */
  readonly lastAt: string;
}

/** Reading side of the state. Every method reads the last committed state (or the open transaction's). */
export interface StoreReader {
  getTask(taskId: string): TaskRecord | undefined;
  listTasks(): readonly TaskRecord[];
  /** Every task that is not hidden, for the scheduler: many times as fast as `listTasks`. */
  listQueue(): readonly QueuedTask[];
  /** Facts of all tasks at once: many times as fast as asking for each. */
  listTaskFacts(): TaskFacts;
  /** Turns that count on `taskId`, oldest first; with `limit` only the newest that many. */
  listTurns(countsOn: string, limit?: number): readonly Turn[];
  /** The turn and every one that began later, whatever task it counts on, oldest first; none when it is unknown. */
  listTurnsFrom(turnId: string): readonly Turn[];
  /**
   * Every turn that is kept, or those that count on one task as `listTurns` gives them, oldest first;
   * many times as fast.
   */
  listTurnSummaries(of?: {
    readonly countsOn: string;
    readonly limit?: number;
  }): readonly TurnSummary[];
  /** How many turns ever counted on the task (the number of its newest), forgotten and lost ones included. */
  countTurns(countsOn: string): number;
  /** Id of the turn of any task that began last. */
  newestTurnId(): string | undefined;
  /** Hops of a running turn, in order; those of an ended turn are stored in it. */
  listHops(turnId: string): readonly Hop[];
  /** Current activity of the agent of a running turn; undefined between its calls and where its stream is not read. */
  getRunningSteps(turnId: string): RunningSteps | undefined;
  /** Turns without an end: their runner was killed. */
  listRunningTurns(): readonly Turn[];
  listPivots(taskId: string): readonly StrategyPivot[];
  getFailures(taskId: string): TaskFailures | undefined;
  isAbandoned(taskId: string, kind: AbandonedKind, value: string): boolean;
  /** Newest report of the task. */
  latestReport(taskId: string): FailureAnalysisReport | undefined;
  /** The human's hints for the task, oldest first. */
  listHints(taskId: string): readonly string[];
  getRunStatus(): RunStatus;
  /** Newest first. */
  listEvents(limit: number): readonly StoredEvent[];
  /** Of the newest `limit` events of one name and task, newest first, those that are not unknown. */
  listTaskEvents<N extends TaskEventName>(
    taskId: string,
    event: N,
    limit: number,
  ): readonly EventOf<N>[];
  /** Of the newest `limit` (absent: all) events of these names, oldest first, those that are not unknown. */
  listEventsNamed<N extends EventName>(events: readonly N[], limit?: number): readonly EventOf<N>[];
  /** Oldest first. */
  listAttempts(selection: AttemptSelection): readonly Attempt[];
  /** Number of the newest attempt ever; 0 for none. */
  newestAttempt(): number;
  /** Of each task, hidden ones aside, that has attempts after its `attemptsBefore`. */
  countAttempts(): readonly AttemptCount[];
  /** When every attempt that is kept was, oldest first; many times as fast as `listAttempts`. */
  listAttemptTimes(): readonly Pick<Attempt, 'number' | 'taskId' | 'at'>[];
  /** Newest first; `open`: only those that hold still. */
  listContextEntries(of: {
    readonly taskId?: string;
    readonly topic?: ContextTopic;
    readonly open?: boolean;
    readonly limit?: number;
  }): readonly ContextEntry[];
  /** In the order in which they were learned. */
  listLessons(): readonly Lesson[];
  /** Rewinds and redos of every task, oldest first. */
  listRewinds(): readonly RewindRecord[];
  /**
   * What a human should know of the state itself, as sentences: it was damaged and what that cost
   * (until a later run has ended), old turns that cannot be read. Mostly none.
   */
  listNotices(): readonly string[];
  /** Files that verifications write: left out of fingerprints. */
  listVerifyArtefacts(): ReadonlySet<string>;
}

/**
 * Writing side: only the lease holder has one. Single calls outside a transaction commit by
 * themselves. No other module contains SQL.
 */
export interface Store extends StoreReader {
  /**
   * Runs `work`; when it returns, everything it wrote is on disk. When it throws, nothing of it
   * happened, in memory or on disk, and the error is passed on. Joins an open transaction.
   */
  transaction<T>(work: () => T): T;
  /** Adds a pending task, or changes title and `hidden` of one that is there. */
  upsertTask(taskId: string, title: string): void;
  /** Throws for an unknown task. */
  updateTask(taskId: string, change: TaskChange): void;
  /** `entropy_count` + 1; returns the new count. Throws for an unknown task. */
  incrementEntropyCount(taskId: string): number;
  startTurn(turn: TurnStart): void;
  /** Adds a hop to a running turn, or replaces the hop with its number. Ending the turn stores them in it, unless the end has its own. */
  putHop(turnId: string, hop: Hop): void;
  /** Replaces what the agent of a running turn does; `undefined` clears it, as ending the turn does. */
  putRunningSteps(turnId: string, steps: RunningSteps | undefined): void;
  /** Throws unless the turn is there and still running. */
  endTurn(turnId: string, end: TurnEnd): void;
  insertPivot(pivot: StrategyPivot): void;
  /** Upserts: `failure_count` + 1, strategy appended, last error replaced. */
  recordFailure(taskId: string, strategy: string, error: string): void;
  /** `failure_count` = 0; strategies and last error stay unless `forget`. */
  resetFailures(taskId: string, options: { readonly forget: boolean }): void;
  addAbandoned(taskId: string, kind: AbandonedKind, values: readonly string[]): void;
  clearAbandoned(taskId: string): void;
  addReport(report: FailureAnalysisReport): void;
  addHint(taskId: string, text: string, at: string): void;
  clearHints(taskId: string): void;
  setRunStatus(status: RunStatus): void;
  addEvent(event: DevsEvent): void;
  /** Returns its number: one more than the newest ever. */
  addAttempt(attempt: Omit<Attempt, 'number'>): number;
  addContextEntry(entry: ContextEntry): void;
  /** Removes the entry from prompts. Ignores closed and unknown ids. */
  closeContextEntry(id: string, closed: NonNullable<ContextEntry['closed']>): void;
  addLesson(lesson: Lesson): void;
  /** Throws for an unknown one. */
  updateLesson(id: string, change: Partial<Omit<Lesson, 'id'>>): void;
  /** False for an unknown one. */
  removeLesson(id: string): boolean;
  addRewind(rewind: RewindRecord): void;
  /** Updates a rewind. Throws for an unknown id. */
  updateRewind(id: string, change: Partial<Pick<RewindRecord, 'status' | 'undoneBy'>>): void;
  /** Takes back the record of a rewind that changed nothing. */
  removeRewind(id: string): void;
  /** Deletes ended turns; numbers and counts of the others stay. Unknown ids are ignored. */
  forgetTurns(turnIds: readonly string[]): void;
  /** Deletes attempts; their numbers are never reused. Unknown numbers are ignored. */
  forgetAttempts(numbers: readonly number[]): void;
  /** Deletes closed entries. Open and unknown ones are ignored. */
  forgetContextEntries(ids: readonly string[]): void;
  /** Clears the checkpoints of ended turns. Unknown ids are ignored. */
  clearCheckpoints(turnIds: readonly string[]): void;
  addVerifyArtefacts(paths: readonly string[]): void;
  /** Frees memory. Reading stays possible, slower; writing throws. */
  close(): void;
}
