/** One term of a prediction. */
export interface PredictionReason {
  /** "same failure 2 times". */
  readonly text: string;
  /** Whole number >= 1. */
  readonly points: number;
}

/** How likely a task ends paused, from what such tasks of this workspace did. It decides nothing. */
export interface PausePrediction {
  /** Finished tasks that once stood at such a score, and how many of them paused. */
  readonly tasks: number;
  readonly paused: number;
  /** Smoothed share, 0–1: (paused + 1) / (tasks + 2). */
  readonly probability: number;
  /** Sum of the points of its reasons. */
  readonly score: number;
  readonly reasons: readonly PredictionReason[];
}

/** How good predictions were: each was made from what was recorded before it. */
export interface PredictionMetrics {
  /** Finished tasks, those without a prediction included. */
  readonly finishedTasks: number;
  /** Finished tasks with a prediction. */
  readonly predictedTasks: number;
  /** Predictions for them, one after each turn that did not end the task. */
  readonly predictions: number;
  /** Mean squared error, 0–1, each task with equal weight; absent without a prediction. */
  readonly brier?: number;
  /** The same error if every prediction were the share of all tasks finished before that paused. */
  readonly baseBrier?: number;
  /** Mean distance of predicted from actual shares, 0–1, over fifths of the predicted ones. */
  readonly calibrationError?: number;
}
