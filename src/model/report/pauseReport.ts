import type { PivotFiles } from '../workspace/pivotFiles';
import type { DebuggerReport } from '../debugger/debuggerReport';
import type { FailureSignature } from '../failure/failure';
import type { Hop, InTurnLoop } from '../hops/hop';
import type { FoundLesson } from '../failure/lesson';
import type { JudgedTurn } from '../judge/judgedTurn';
import type { TaskLoop } from '../task/provingAttempt';
import type { PassAssessment } from '../verification/doubt';
import type { Measurement } from '../verification/measurement';
import type { MissingProgram } from './missingProgram';
import type { ProcessEnd, TurnOutcome } from '../turn/turn';

/** Why a task was paused. */
export const SUSPEND_REASONS = [
  'MAX_PIVOTS_EXCEEDED',
  'MAX_TURNS',
  'MAX_MINUTES',
  /** A budget is used up, or cannot be reckoned. */
  'BUDGET',
  /** An edge reached its limit without progress (docs/decisions/planner-loops.md). */
  'MAX_LOOP_EDGE',
  /** The planner asks the human. */
  'QUESTION',
  /** The agent asks the human instead of working. */
  'AGENT_QUESTION',
  /** The verification passed, but that proves nothing (design §9). */
  'DOUBTFUL_PASS',
  /** Verified work conflicts with what it lands on. */
  'LANDING_CONFLICT',
  /** Verified work waits for a human's review before it lands. */
  'REVIEW',
  /** A limit that the user configured for the agent itself is used up. */
  'AGENT_LIMIT',
  /** The planner states that it cannot continue. */
  'GAVE_UP',
] as const;
export type SuspendReason = (typeof SUSPEND_REASONS)[number];

/** Why a task was blocked: something outside its work is missing, or recovery escalated a loop over its attempts. */
export const BLOCK_REASONS = ['BLOCKED', 'ESCALATED'] as const;
export type BlockReason = (typeof BLOCK_REASONS)[number];

/** Why a task needs a human. */
export const REPORT_REASONS = [...SUSPEND_REASONS, ...BLOCK_REASONS] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Reasons for which a task only waits for the human: no strategy failed. */
export const WAITING_REASONS: ReadonlySet<ReportReason> = new Set<ReportReason>([
  'AGENT_QUESTION',
  'AGENT_LIMIT',
  'BUDGET',
  'DOUBTFUL_PASS',
  'LANDING_CONFLICT',
  'REVIEW',
  ...BLOCK_REASONS,
]);

/** One turn in a failure report. */
export interface ReportedTurn {
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The (sub)task it ran on. */
  readonly taskId: string;
  readonly outcome: TurnOutcome;
  readonly agentEnd: ProcessEnd;
  readonly verifyEnd?: ProcessEnd;
  readonly firstLines: string;
  readonly responseHash: string;
  readonly state: string;
  readonly durationMs: number;
  /** Count in the pivot directive that headed it; 0 without one. */
  readonly pivotDirective: number;
  readonly reason: string;
  /** Paths changed by the agent in this turn, relative, at most `MAX_CHANGED_FILES`. */
  readonly changedFiles: readonly string[];
  readonly measurement?: Measurement;
  readonly failure?: FailureSignature;
  /** Result of asking the judge; absent if rules alone decided. */
  readonly judged?: JudgedTurn;
  /** Tests that fail in this turn but did not in the previous turn with named tests. */
  readonly newlyFailing: readonly string[];
  /** Tests that failed in the previous turn with named tests but do not in this one. */
  readonly newlyPassing: readonly string[];
}

/** The repeated failure of a task, and the turns that prove it. */
export interface RepeatedFailure {
  readonly signature: FailureSignature;
  /** Numbers of all reported turns with this failure, oldest first, including the last failed one. */
  readonly turns: readonly number[];
  /** Whether all of them failed at the same lines too. */
  readonly exact: boolean;
}

/** The best measurement so far and the turn that reached it. */
export interface BestTurn {
  readonly number: number;
  readonly measurement: Measurement;
}

/** The pause report, shown when a task is paused (docs/decisions/entropy-pause.md) or blocked. */
export interface FailureAnalysisReport {
  readonly taskId: string;
  readonly reason: ReportReason;
  /** Number of failed strategies since the task started or was last resumed. */
  readonly failureCount: number;
  /** The failed strategies, oldest first. */
  readonly failedStrategies: readonly string[];
  readonly lastError: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** The proving turns, oldest first. */
  readonly turns: readonly ReportedTurn[];
  /** Absent if the last counted turn has no failure. */
  readonly failure?: RepeatedFailure;
  /** Absent without any measurement. */
  readonly best?: BestTurn;
  /** Why its last turn was measured against another loop threshold than the configured one; absent if it was not. */
  readonly thresholdReason?: string;
  /** Lessons of similar failures, best first; absent for none. */
  readonly lessons?: readonly FoundLesson[];
  /** Status of the task; absent in reports of earlier versions: paused. */
  readonly terminalStatus?: 'PAUSED_FOR_INTERVENTION' | 'aborted_stuck' | 'blocked';
  /** The loop, limit or missing precondition that stopped it; absent in reports of earlier versions. */
  readonly stopReason?: string;
  /** The program for want of which it is blocked; absent for other reasons. */
  readonly missing?: MissingProgram;
  /** Question to the human; the answer becomes a hint when the task is resumed; absent for none. */
  readonly question?: string;
  /** The pass for which the task is paused; absent for other reasons, and in reports of earlier versions. */
  readonly doubtfulPass?: PassAssessment;
  /** The loop inside the last turn; absent for none. */
  readonly inTurnLoop?: InTurnLoop;
  /** The loop over its attempts that stopped it, with the attempts that prove it; absent for none. */
  readonly attemptLoop?: TaskLoop;
  /** Hops inside its last turns, each with its turn, the newest 60; absent for none. */
  readonly hops?: readonly (Hop & { readonly turn: number })[];
  /** The debugger's call since the last intervention; absent for none, and in reports of earlier versions. */
  readonly debugger?: DebuggerReport;
  /** Advice, one sentence each: go back to the best turn, there are no tests, … */
  readonly advice: readonly string[];
}

/** A pivot as recorded in `strategy_pivots`. */
export interface StrategyPivot {
  readonly id: string;
  readonly taskId: string;
  readonly pivotCount: number;
  readonly entropyCountAtTrigger: number;
  /** ISO 8601, UTC. */
  readonly triggeredAt: string;
  /** Absent if `onPivot: keep` held, and for pivots of earlier versions. */
  readonly files?: PivotFiles;
}
