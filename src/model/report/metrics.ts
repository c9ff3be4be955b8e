import type { JudgeCost } from '../judge/judgedTurn';

/**
 * Metrics of docs/decisions/loop-detection-algorithm.md ("Metrics to Track", "Dashboard Metrics"), over some turns and events. A
 * loop is *proved* by a `loop_detected` event of level `stuck`. A subtask counts on its topmost
 * ancestor. Rates are 0–1; unknown values are absent.
 */
export interface MetricSet {
  /** Tasks that had a turn or of which a loop was proved. */
  readonly tasks: number;
  readonly turns: number;
  /** Tasks of which a loop was proved; one of `tasks` each. */
  readonly loopingTasks: number;
  /** Loop Detection Rate: `loopingTasks` of `tasks`. */
  readonly loopRate?: number;
  /** Loops that were proved: each strategy that failed is one, and each pattern of attempts. */
  readonly loops: number;
  /** Average Loops Per Task: mean of `loops` over looping tasks. */
  readonly loopsPerTask?: number;
  /** Times that a loop paused a task or made Devs ask a human. */
  readonly gates: number;
  /** Gate Trigger Rate: tasks with such a gate of `tasks`. */
  readonly gateRate?: number;
  /**
   * Average loops before gate trigger: mean of the loops proved of a gate's task since a human last
   * let it go on, the one that triggered the gate included.
   */
  readonly loopsBeforeGate?: number;
  /** Times that a loop forced the next task. */
  readonly forced: number;
  /** Gates and forced ends that a human called "not a loop". */
  readonly falseAlarms: number;
  /** False positive rate: `falseAlarms` of `gates` and `forced`. */
  readonly falseAlarmRate?: number;
  /** Gates on which a human has decided. */
  readonly resolvedGates: number;
  /** Resolution Time: mean milliseconds from a gate to the first intervention. */
  readonly resolutionMs?: number;
  /**
   * What looping cost: turns without progress, and their milliseconds, that began after the first
   * proof of a loop and before it was broken by progress, paused, or handed to a human.
   */
  readonly turnsAfterProof: number;
  readonly msAfterProof: number;
  /**
   * What pauses saved at most: turns that the limit of turns would have allowed still at each gate,
   * and what they would have taken at the task's mean. 0 without a limit.
   */
  readonly savedTurns: number;
  readonly savedMs: number;
  /** What asking the judge model took; absent where it was not asked. */
  readonly judge?: JudgeCost;
  /** Detector or pattern → loops that it proved. */
  readonly patterns: Readonly<Record<string, number>>;
}

/** Metrics of a workspace: in total, per agent (Agent Loop Patterns), and day by day (UTC). */
export interface Metrics {
  /** ISO 8601, UTC: first and last turn or event that the figures cover; absent without any. */
  readonly from?: string;
  readonly to?: string;
  /** Turns that are not covered because they were removed or cannot be read. */
  readonly forgottenTurns: number;
  readonly all: MetricSet;
  /** Most turns first. Facts without a known agent are only in `all` and `days`. */
  readonly agents: readonly { readonly agent: string; readonly figures: MetricSet }[];
  /**
   * Oldest first; days on which nothing happened are left out. A gate, and what a human said about
   * it, stands on the day on which it was triggered. `day`: YYYY-MM-DD.
   */
  readonly days: readonly { readonly day: string; readonly figures: MetricSet }[];
}
