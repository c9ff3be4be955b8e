import type { FailureSignature } from '../failure/failure';
import type { Hop, InTurnLoop } from '../hops/hop';
import type { FoundLesson } from '../failure/lesson';
import type { JudgedTurn } from '../judge/judgedTurn';
import type { Measurement } from '../verification/measurement';
import type { ProcessEnd, TurnOutcome } from '../turn/turn';

/** Why a task was suspended. */
export const SUSPEND_REASONS = [
  'MAX_PIVOTS_EXCEEDED',
  'MAX_TURNS',
  'MAX_MINUTES',
  /** An edge reached its limit without progress (docs/decisions/planner-loops.md). */
  'MAX_LOOP_EDGE',
  /** The planner asks the human. */
  'QUESTION',
  /** The agent asks the human instead of working. */
  'AGENT_QUESTION',
  /** A limit that the user gave to the agent itself is used up. */
  'AGENT_LIMIT',
  /** The planner says that it cannot continue. */
  'GAVE_UP',
] as const;
export type SuspendReason = (typeof SUSPEND_REASONS)[number];

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
  /** Count in the pivot directive that headed it; 0 when none did. */
  readonly pivotDirective: number;
  readonly reason: string;
  /** Paths the agent changed in this turn, relative, `MAX_CHANGED_FILES` at most. */
  readonly changedFiles: readonly string[];
  readonly measurement?: Measurement;
  readonly failure?: FailureSignature;
  /** What the judge model was asked about it; absent where rules alone decided. */
  readonly judged?: JudgedTurn;
  /** Tests that fail in this turn and did not in the turn before that named any. */
  readonly newlyFailing: readonly string[];
  /** Tests that failed in the turn before that named any and do not in this one. */
  readonly newlyPassing: readonly string[];
}

/** The failure a task is stuck at, and the turns that prove it. */
export interface RepeatedFailure {
  readonly signature: FailureSignature;
  /** Numbers of all reported turns that failed this way, oldest first; the last failed one is among them. */
  readonly turns: readonly number[];
  /** True when all of them failed at the same lines too. */
  readonly exact: boolean;
}

/** The best measurement so far and the turn that reached it. */
export interface BestTurn {
  readonly number: number;
  readonly measurement: Measurement;
}

/** The pause report, shown when a task is paused (docs/decisions/entropy-pause.md). */
export interface FailureAnalysisReport {
  readonly taskId: string;
  readonly reason: SuspendReason;
  /** Failed strategies since the task started or a human resumed it. */
  readonly failureCount: number;
  /** What was tried, oldest first. */
  readonly failedStrategies: readonly string[];
  readonly lastError: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** The turns that prove it, oldest first. */
  readonly turns: readonly ReportedTurn[];
  /** Absent when the last counted turn left no failure behind. */
  readonly failure?: RepeatedFailure;
  /** Absent when nothing was ever measured. */
  readonly best?: BestTurn;
  /** How similar failures were overcome before, the best first; absent for none. */
  readonly lessons?: readonly FoundLesson[];
  /** Where the task stands; absent in reports of earlier versions: paused. */
  readonly terminalStatus?: 'PAUSED_FOR_INTERVENTION' | 'aborted_stuck';
  /** Which loop or limit stopped it, in a sentence; absent in reports of earlier versions. */
  readonly stopReason?: string;
  /** Question to the human; the answer becomes a hint when the task is resumed; absent for none. */
  readonly question?: string;
  /** The loop inside the last turn; absent for none. */
  readonly inTurnLoop?: InTurnLoop;
  /** Hops inside its last turns, each with its turn, the newest 60; absent for none. */
  readonly hops?: readonly (Hop & { readonly turn: number })[];
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
}
