import type { Baseline } from '../model/baseline/baseline';
import type { OriginalFiles } from '../model/baseline/originalFiles';
import type { Attempt } from '../model/task/attempt';
import type { ContextEntry, ContextTopic } from '../model/task/contextEntry';
import type { Hop } from '../model/hops/hop';
import type { JudgedTurn } from '../model/judge/judgedTurn';
import type { LandedBranch, LandingRecord } from '../model/landing/landing';
import type { Lesson } from '../model/failure/lesson';
import type { PermissionGrant } from '../model/permissions/permissionPolicy';
import type { PivotFiles } from '../model/workspace/pivotFiles';
import type { ReviewComment } from '../model/review/reviewComment';
import type { RewindRecord } from '../model/workspace/rewindRecord';
import type { FailureAnalysisReport, StrategyPivot } from '../model/report/pauseReport';
import type {
  DevsEvent,
  EventData,
  EventName,
  EventOf,
  StoredEvent,
  TaskEventName,
} from '../model/events/devsEvent';
import type { RunStatus } from '../model/run/runStatus';
import type { FlakyVerification } from '../model/verification/flaky';
import type { Measurement } from '../model/verification/measurement';
import type { DismissedFinding } from '../model/steps/finding';
import type { RunningSteps, ShownProof, StepDetectorName } from '../model/steps/step';
import type { TaskRecord, TaskStatus } from '../model/task/task';
import type { LastingEvent } from '../model/events/lastingEvents';
import type { UsageLimit } from '../model/usage/usageLimit';
import type { Turn, TurnConsequence, TurnEnd, TurnOutcome, TurnStart } from '../model/turn/turn';
import type { TurnThreshold } from '../model/turn/turnThreshold';

/** A row of `task_failures`. */
export interface TaskFailures {
  readonly taskId: string;
  readonly failureCount: number;
  readonly lastError: string | undefined;
  readonly failedStrategies: readonly string[];
}

export type AbandonedKind = 'reply' | 'state';

/** Writable fields of a task; `undefined` clears an optional one. */
export type TaskChange = { readonly [K in Exclude<keyof TaskRecord, 'id'>]?: TaskRecord[K] };

/** A turn without its texts, for lists and retention. */
export interface TurnSummary extends Pick<
  TurnStart,
  | 'id'
  | 'taskId'
  | 'countsOn'
  | 'number'
  | 'startedAt'
  | 'pivotDirective'
  | 'checkpointBefore'
  | 'fileListBefore'
  | 'worktree'
> {
  readonly outcome: TurnOutcome;
  /** As in `TurnEnd`; '' while it runs. */
  readonly reason: string;
  /** As in `TurnEnd`; '' while it runs. */
  readonly transcript: string;
  /** Absent while it runs. */
  readonly durationMs?: number;
  /** Measurement of its verification; absent for none. */
  readonly measurement?: Measurement;
  /** `hash` of its failure; absent without a failure. */
  readonly failureHash?: string;
  /** As in `TurnEnd`; absent while it runs, and for turns that an earlier version moved into history files. */
  readonly entropyAfter?: number;
  /** Likewise. */
  readonly consequence?: TurnConsequence;
  /** As in `TurnEnd`. */
  readonly threshold?: TurnThreshold;
  /** As in `TurnEnd`. */
  readonly filesKept?: true;
  /** Detector of a loop in the steps of its agent that ended it; absent for none. */
  readonly finding?: StepDetectorName;
  /** A loop inside ended it; absent if not. */
  readonly loopInside?: true;
  /** That loop with its stage, as `describeStagedLoop` has it; absent without a stage. */
  readonly stagedLoop?: string;
  readonly checkpointAfter?: string;
  readonly fileListAfter?: string;
  /** Absent for turns that an earlier version moved into history files. */
  readonly agent?: string;
  /** Number of hops inside it; absent for none and while it runs. */
  readonly hopCount?: number;
  /** Proving steps of a loop that ended it; absent for none. */
  readonly proof?: ShownProof;
  /** As in `TurnEnd`. */
  readonly judged?: JudgedTurn;
  /** As in `TurnEnd`. */
  readonly flaky?: FlakyVerification;
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

/** A call of an agent that runs, with what the agent said so far that it used. */
export interface RunningCall {
  readonly turnId: string;
  readonly taskId: string;
  /** As in `AgentRequest`. */
  readonly call?: string;
  /** As it will be recorded if nothing else is said. */
  readonly usage: EventData<'usage_reported'>;
}

/** Filter for attempts: of one task or all, after a number, only those that still count, only the newest. */
export interface AttemptSelection {
  readonly taskId?: string;
  /** Exclusive lower bound of their numbers; absent: all. */
  readonly after?: number;
  /** Only attempts after the `attemptsBefore` of their task; unknown tasks have none. */
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

/** Read access to the state. Every method reads the last committed state, or that of the open transaction. */
/** Which landings; what is absent fits all. */
export type LandingFilter = Partial<Pick<LandingRecord, 'status' | 'taskId'>>;

export interface StoreReader {
  getTask(taskId: string): TaskRecord | undefined;
  listTasks(): readonly TaskRecord[];
  /** All tasks that are not hidden, for the scheduler; much faster than `listTasks`. */
  listQueue(): readonly QueuedTask[];
  /** Facts of all tasks; much faster than a query for each. */
  listTaskFacts(): TaskFacts;
  /** Turns that count on the task, oldest first; with `limit` only the newest ones. */
  listTurns(countsOn: string, limit?: number): readonly Turn[];
  /** The turn and all turns that began later, of any task, oldest first; empty if it is unknown. */
  listTurnsFrom(turnId: string): readonly Turn[];
  /** All kept turns, or those that count on one task as in `listTurns`, oldest first; much faster. */
  listTurnSummaries(of?: {
    readonly countsOn: string;
    readonly limit?: number;
  }): readonly TurnSummary[];
  /** Number of turns that ever counted on the task (the number of its newest), including removed and lost ones. */
  countTurns(countsOn: string): number;
  /** Id of the newest turn of any task. */
  newestTurnId(): string | undefined;
  /** Hops of a running turn, in order; those of an ended turn are stored in it. */
  listHops(turnId: string): readonly Hop[];
  /** Current activity of the agent of a running turn; undefined between calls and if its stream is not read. */
  getRunningSteps(turnId: string): RunningSteps | undefined;
  /** Calls of agents that run, or whose runner was killed. */
  listRunningCalls(): readonly RunningCall[];
  /** The newest usage limit of each agent that met one, unless it was ended since; also those whose time is over. */
  listUsageLimits(): readonly UsageLimit[];
  /** Turns without an end, whose runner was killed. */
  listRunningTurns(): readonly Turn[];
  /** The verification before the task's first turn; undefined if none ran. */
  getBaseline(taskId: string): Baseline | undefined;
  /** Original test files that a verification has put in place of edited ones. */
  listOriginalFiles(): readonly OriginalFiles[];
  listPivots(taskId: string): readonly StrategyPivot[];
  getFailures(taskId: string): TaskFailures | undefined;
  isAbandoned(taskId: string, kind: AbandonedKind, value: string): boolean;
  /** Loops in steps that a human called no loop, of turns that count on a task or of all; by task and turn. */
  listDismissedFindings(countsOn?: string): readonly DismissedFinding[];
  /** Rules that humans made with "always": for the task and the whole workspace, or all. */
  listPermissionGrants(taskId?: string): readonly PermissionGrant[];
  /** Newest report of the task. */
  latestReport(taskId: string): FailureAnalysisReport | undefined;
  /** The human's hints for the task, oldest first. */
  listHints(taskId: string): readonly string[];
  getRunStatus(): RunStatus;
  /** Newest first. */
  listEvents(limit: number): readonly StoredEvent[];
  /** The newest `limit` events of one name and task, newest first, without unknown ones. */
  listTaskEvents<N extends TaskEventName>(
    taskId: string,
    event: N,
    limit: number,
  ): readonly EventOf<N>[];
  /** The newest `limit` (absent: all) events of these names, oldest first, without unknown ones. */
  listEventsNamed<N extends EventName>(events: readonly N[], limit?: number): readonly EventOf<N>[];
  /** All events that are never removed, oldest first, without unknown ones; the same list while none was added. */
  listLastingEvents(): readonly LastingEvent[];
  /** Oldest first. */
  listAttempts(selection: AttemptSelection): readonly Attempt[];
  /** Number of the newest attempt ever; 0 for none. */
  newestAttempt(): number;
  /** Counts for each task, except hidden ones, with attempts after its `attemptsBefore`. */
  countAttempts(): readonly AttemptCount[];
  /** Times of all kept attempts, oldest first; much faster than `listAttempts`. */
  listAttemptTimes(): readonly Pick<Attempt, 'number' | 'taskId' | 'at'>[];
  /** Newest first; `open`: only active entries. */
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
  /** What humans said about the changes of a task, open and sent back, oldest first. */
  listReviewComments(taskId: string): readonly ReviewComment[];
  /** Whether a human accepted the files with this tree for the task. */
  isAcceptedChange(taskId: string, tree: string): boolean;
  /** Landings in the order in which they were added, those alone that fit. */
  listLandings(of?: LandingFilter): readonly LandingRecord[];
  /** The branches on which work landed, by task: the newest of each. */
  listLandedBranches(): ReadonlyMap<string, LandedBranch>;
  /**
   * Notices about the state for humans, as sentences: damage and its cost (until a later run has ended), unreadable old
   * turns. Usually empty.
   */
  listNotices(): readonly string[];
  /** Files that verifications write, which fingerprints omit. */
  listVerifyArtefacts(): ReadonlySet<string>;
}

/**
 * Write access, only for the lease holder. Single calls outside a transaction commit by themselves. No other module
 * contains SQL.
 */
export interface Store extends StoreReader {
  /**
   * Runs `work`. On return, all its writes are on disk. If it throws, all are rolled back in memory and on disk, and
   * the error is rethrown. Joins an open transaction.
   */
  transaction<T>(work: () => T): T;
  /** Adds a pending task, or updates title and `hidden` of an existing one. */
  upsertTask(taskId: string, title: string): void;
  /** Throws for an unknown task. */
  updateTask(taskId: string, change: TaskChange): void;
  /** `entropy_count` + 1; returns the new count. Throws for an unknown task. */
  incrementEntropyCount(taskId: string): number;
  startTurn(turn: TurnStart): void;
  /**
   * Adds a hop to a running turn, or replaces the hop with its number. Ending the turn stores these hops in it, unless
   * the end contains hops.
   */
  putHop(turnId: string, hop: Hop): void;
  /**
   * Replaces the current activity of the agent of a running turn; `undefined` clears it, as does the end of the turn.
   */
  putRunningSteps(turnId: string, steps: RunningSteps | undefined): void;
  /** Adds the agent's limit, or replaces it. */
  putUsageLimit(limit: UsageLimit): void;
  /** Ignores an agent without one. */
  removeUsageLimit(agent: string): void;
  /** Adds a call, or replaces what its agent said. */
  putRunningCall(call: RunningCall): void;
  /** Ignores an unknown one; `call` as in `RunningCall`. */
  removeRunningCall(turnId: string, call: string | undefined): void;
  /** Throws unless the turn exists and is running. */
  endTurn(turnId: string, end: TurnEnd): void;
  /** Adds or replaces the baseline of its task. */
  putBaseline(baseline: Baseline): void;
  /** Ignores a task without one. */
  removeBaseline(taskId: string): void;
  putOriginalFiles(files: OriginalFiles): void;
  removeOriginalFiles(turnId: string): void;
  /** Its `files` are set by `setPivotFiles`. */
  insertPivot(pivot: Omit<StrategyPivot, 'files'>): void;
  /** Sets what happens to the files at the task's newest pivot. Throws for a task without one. */
  setPivotFiles(taskId: string, files: PivotFiles): void;
  /** Upserts: `failure_count` + 1, strategy appended, last error replaced. */
  recordFailure(taskId: string, strategy: string, error: string): void;
  /** `failure_count` = 0; strategies and last error stay unless `forget`. */
  resetFailures(taskId: string, options: { readonly forget: boolean }): void;
  /** `failure_count` - 1, if it is not 0; strategies and last error stay. */
  takeBackFailure(taskId: string): void;
  /** Ignores a turn whose finding is dismissed already. */
  addDismissedFinding(finding: DismissedFinding): void;
  /** Ignores a rule that is there already. */
  addPermissionGrant(grant: PermissionGrant): void;
  /** Removes a rule wherever it holds; returns of how many. */
  removePermissionGrants(rule: string): number;
  addAbandoned(taskId: string, kind: AbandonedKind, values: readonly string[]): void;
  clearAbandoned(taskId: string): void;
  addReport(report: FailureAnalysisReport): void;
  addHint(taskId: string, text: string, at: string): void;
  clearHints(taskId: string): void;
  setRunStatus(status: RunStatus): void;
  addEvent(event: DevsEvent): void;
  /** Returns its number: one more than the highest ever. */
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
  updateRewind(
    id: string,
    change: Partial<Pick<RewindRecord, 'status' | 'undoneBy' | 'paths'>>,
  ): void;
  /** Removes the record of a rewind that changed nothing. */
  removeRewind(id: string): void;
  /** Adds an open comment; its id is a new one. */
  addReviewComment(comment: Omit<ReviewComment, 'sentBack'>): void;
  /** Replaces the text of an open comment; false if there is none. */
  editReviewComment(id: string, text: string): boolean;
  /** False if there is no such open comment. */
  removeReviewComment(id: string): boolean;
  /** Notes that the change of a turn was sent back with all open comments of a task. */
  sendReviewComments(taskId: string, turn: Pick<TurnStart, 'id' | 'number'>): void;
  /** Notes that a human accepted the files with this tree; the task lands them without another review. */
  addAcceptedChange(taskId: string, tree: string): void;
  clearAcceptedChanges(taskId: string): void;
  addLanding(landing: LandingRecord): void;
  /** Notes that a landing is complete. Throws for an unknown turn. */
  endLanding(turnId: string, after: string | undefined): void;
  /** Notes the pull request of the newest landing of a task on a branch; false if there is none. */
  setPullRequest(taskId: string, address: string): boolean;
  /** Removes the record of a landing that changed nothing. */
  removeLanding(turnId: string): void;
  /** Deletes ended turns; numbers and counts of the others stay. Unknown ids are ignored. */
  forgetTurns(turnIds: readonly string[]): void;
  /** Deletes attempts; their numbers are never reused. Unknown numbers are ignored. */
  forgetAttempts(numbers: readonly number[]): void;
  /** Deletes closed entries. Open and unknown ones are ignored. */
  forgetContextEntries(ids: readonly string[]): void;
  /** Clears the checkpoints of ended turns. Unknown ids are ignored. */
  clearCheckpoints(turnIds: readonly string[]): void;
  /** Notes that the checkpoints of ended turns are lists of files only. Unknown ids are ignored. */
  clearContents(turnIds: readonly string[]): void;
  addVerifyArtefacts(paths: readonly string[]): void;
  /** Frees memory. Later reads are slower; writes throw. */
  close(): void;
}
