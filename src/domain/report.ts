import type { ProcessEnd, TurnOutcome } from './turn';

/** Why a task was suspended. */
export const SUSPEND_REASONS = ['MAX_PIVOTS_EXCEEDED', 'MAX_TURNS', 'MAX_MINUTES'] as const;
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
}

/** What a human is shown when a task is paused (document 004). */
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
