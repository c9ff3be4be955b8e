/** Figures of decision 74, over some tasks. Rates are 0–1; absent where nothing can be said. */
export interface Figures {
  /** Tasks that had a turn. */
  readonly tasks: number;
  readonly turns: number;
  /** Tasks of which a loop was proved. */
  readonly loopingTasks: number;
  /** Loop Detection Rate: `loopingTasks` of `tasks`. */
  readonly loopRate?: number;
  /** Loops that were proved. */
  readonly loops: number;
  /** Average Loops Per Task: mean over looping tasks. */
  readonly loopsPerTask?: number;
  /** Times that a loop paused a task or asked a human. */
  readonly gates: number;
  /** Gate Trigger Rate: tasks with such a gate of `tasks`. */
  readonly gateRate?: number;
  /** Gates that a human called "not a loop". */
  readonly falseAlarms: number;
  /** False positive rate: `falseAlarms` of `gates`. */
  readonly falseAlarmRate?: number;
  /** Resolution Time: mean milliseconds from a gate to what a human decided. */
  readonly resolutionMs?: number;
  /** What looping cost: turns and milliseconds after the first proof, until it was broken or paused. */
  readonly turnsAfterProof: number;
  readonly msAfterProof: number;
  /** What pauses saved at most: turns that the limit would have allowed still, and what they would have taken. */
  readonly savedTurns: number;
  readonly savedMs: number;
  /** Detector or pattern -> loops that it proved. */
  readonly patterns: Readonly<Record<string, number>>;
}

/** Figures of a workspace: whole, per agent, and day by day (UTC). */
export interface Metrics {
  /** ISO 8601, UTC: first and last event that is kept; absent without any. */
  readonly from?: string;
  readonly to?: string;
  readonly all: Figures;
  /** Most turns first. */
  readonly agents: readonly { readonly agent: string; readonly figures: Figures }[];
  /** Oldest first; days without a turn are left out. `day`: YYYY-MM-DD. */
  readonly days: readonly { readonly day: string; readonly figures: Figures }[];
}
