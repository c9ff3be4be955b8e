import type { PredictionMetrics } from './pausePrediction';
import type { Spending } from '../usage/spending';
import type { JudgeCost } from '../judge/judgedTurn';

/** Calls of the debugger before pauses, and how often its diagnosis helped. */
export interface DebuggerMetric {
  readonly calls: number;
  /** Calls that gave a diagnosis. */
  readonly diagnoses: number;
  /** Diagnoses after which the task made progress or was done before its next pause or intervention. */
  readonly helped: number;
  readonly durationMs: number;
}

/**
 * Metrics of docs/decisions/loop-detection-algorithm.md ("Metrics to Track", "Dashboard Metrics"), over some turns and events. A
 * loop is *proved* by a `loop_detected` event of level `stuck`. A subtask counts on its topmost
 * ancestor. Rates are 0–1; unknown values are absent.
 */
export interface MetricSet {
  /** Tasks with a turn or a proved loop. */
  readonly tasks: number;
  readonly turns: number;
  /** Tasks with a proved loop; a subset of `tasks`. */
  readonly loopingTasks: number;
  /** Loop Detection Rate: `loopingTasks` divided by `tasks`. */
  readonly loopRate?: number;
  /** Proved loops: one per failed strategy and one per pattern of attempts. */
  readonly loops: number;
  /** Average Loops Per Task: mean of `loops` over looping tasks. */
  readonly loopsPerTask?: number;
  /** Number of times that a loop paused a task or was escalated to a human. */
  readonly gates: number;
  /** Gate Trigger Rate: tasks with such a gate, divided by `tasks`. */
  readonly gateRate?: number;
  /**
   * Average loops before gate trigger: mean number of proved loops of a gate's task since its last Resume, including
   * the one that triggered the gate.
   */
  readonly loopsBeforeGate?: number;
  /** Number of times that a loop forced the next task. */
  readonly forced: number;
  /** Gates and forced ends that a human marked "not a loop". */
  readonly falseAlarms: number;
  /** False positive rate: `falseAlarms` of `gates` and `forced`. */
  readonly falseAlarmRate?: number;
  /** Gates with a decision by a human. */
  readonly resolvedGates: number;
  /** Resolution Time: mean milliseconds from a gate to the first intervention. */
  readonly resolutionMs?: number;
  /**
   * Cost of looping: turns without progress, and their milliseconds, between the first proof of a loop and its end by
   * progress, a pause or an intervention.
   */
  readonly turnsAfterProof: number;
  readonly msAfterProof: number;
  /**
   * Upper bound of what pauses saved: turns left of the limit of turns at each gate, and their duration at the task's
   * mean. 0 without a limit.
   */
  readonly savedTurns: number;
  readonly savedMs: number;
  /** What all turns used; absent if nothing was recorded. */
  readonly spent?: Spending;
  /** What the turns of `turnsAfterProof` used; absent with `spent`. */
  readonly spentAfterProof?: Spending;
  /**
   * What the turns of `savedTurns` would have cost at the mean price of the task's turns, in billionths of a US dollar;
   * 0 where no price is known. Absent with `spent`.
   */
  readonly savedNanoUsd?: number;
  /** Cost of asking the judge; absent if it was not asked. */
  readonly judge?: JudgeCost;
  /** Absent if no debugger agent was called. */
  readonly debugger?: DebuggerMetric;
  /** Turns whose verification ended differently on the same files; such a failure counts nothing (design §9). */
  readonly flakyTurns: number;
  /** Turns in which a test was flaky, by the test's id; the 20 most frequent, as far as runners name tests. */
  readonly flakyTests: Readonly<Record<string, number>>;
  /** Number of proved loops by detector or pattern. */
  readonly patterns: Readonly<Record<string, number>>;
  /** Number of loops in the steps of an agent that a human called no loop, by detector. */
  readonly noLoops: Readonly<Record<string, number>>;
}

/** Metrics of a workspace: in total, per agent (Agent Loop Patterns), and day by day (UTC). */
export interface Metrics {
  /** ISO 8601, UTC: first and last turn or event covered by the metrics; absent without any. */
  readonly from?: string;
  readonly to?: string;
  /** Turns that are not covered, since they were removed or are unreadable. */
  readonly forgottenTurns: number;
  readonly all: MetricSet;
  /** How good predictions of pauses were; absent before enough tasks have finished for one. */
  readonly prediction?: PredictionMetrics;
  /** Ordered by number of turns, descending. Facts without a known agent are only in `all` and `days`. */
  readonly agents: readonly { readonly agent: string; readonly figures: MetricSet }[];
  /**
   * Oldest first, without days that have no events. A gate and the human's decision on it count on the day when it was
   * triggered. `day`: YYYY-MM-DD.
   */
  readonly days: readonly { readonly day: string; readonly figures: MetricSet }[];
}
