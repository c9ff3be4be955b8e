import { MAX_SCORE } from './scorePause';

/** A finished task: at which scores it stood, and whether it paused. */
export interface FinishedTask {
  readonly scores: readonly number[];
  readonly paused: boolean;
}

/** What tasks with such a score did; `from` is the lowest score of its range, which ends before the next one's. */
export interface PauseShare {
  readonly from: number;
  /** Tasks that once stood in the range, each counted once. */
  readonly tasks: number;
  readonly paused: number;
  /** Smoothed: (paused + 1) / (tasks + 2). */
  readonly probability: number;
}

/** Finished tasks from which on predictions are shown. */
export const ENOUGH_FINISHED = 30;
/** Fewest tasks of a range; smaller ones join their neighbours. */
const ENOUGH_IN_RANGE = 5;

/** Counts finished tasks by the scores at which they stood: one bit for each score. Any order gives the same counts. */
export class PauseCounts {
  private readonly byScores = new Map<number, { tasks: number; paused: number }>();
  private total = 0;
  private pausedTotal = 0;

  add({ scores, paused }: FinishedTask): void {
    const bits = scores.reduce((mask, score) => mask | (1 << score), 0);
    const counts = this.byScores.get(bits) ?? { tasks: 0, paused: 0 };
    counts.tasks += 1;
    counts.paused += paused ? 1 : 0;
    this.byScores.set(bits, counts);
    this.total += 1;
    this.pausedTotal += paused ? 1 : 0;
  }

  /** Finished tasks, those that never stood at a score included. */
  get finished(): number {
    return this.total;
  }

  /** Smoothed share of all finished tasks that paused. */
  get baseRate(): number {
    return smoothed(this.total, this.pausedTotal);
  }

  /** Tasks that stood at one of the scores `from` … `to`, and how many of them paused. */
  between(from: number, to: number): { readonly tasks: number; readonly paused: number } {
    const range = (1 << (to + 1)) - (1 << from);
    let [tasks, paused] = [0, 0];
    for (const [bits, counts] of this.byScores) {
      if ((bits & range) === 0) continue;
      tasks += counts.tasks;
      paused += counts.paused;
    }
    return { tasks, paused };
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly tasks: number;
  readonly paused: number;
}

/**
 * Calibrates the score (isotonic regression: adjacent ranges whose shares do not rise are pooled, and counted again).
 * The probability rises from range to range. [] where fewer than `ENOUGH_FINISHED` tasks have finished, or none of them
 * stood at a score.
 */
export function calibratePauses(counts: PauseCounts): readonly PauseShare[] {
  if (counts.finished < ENOUGH_FINISHED) return [];
  const ranges: Range[] = [];
  for (let score = 0; score <= MAX_SCORE; score += 1) {
    let top = toRange(counts, score, score);
    if (top.tasks === 0) continue;
    for (let below = ranges.at(-1); below !== undefined; below = ranges.at(-1)) {
      if (isApart(below, top)) break;
      ranges.pop();
      top = toRange(counts, below.from, top.to);
    }
    ranges.push(top);
  }
  return ranges.map(({ from, tasks, paused }) => {
    return { from, tasks, paused, probability: smoothed(tasks, paused) };
  });
}

/** The share for a score: of its range, or of the lowest one; undefined without any. */
export function findShare(shares: readonly PauseShare[], score: number): PauseShare | undefined {
  return shares.findLast(({ from }) => from <= score) ?? shares[0];
}

function toRange(counts: PauseCounts, from: number, to: number): Range {
  return { from, to, ...counts.between(from, to) };
}

function isApart(below: Range, top: Range): boolean {
  if (below.tasks < ENOUGH_IN_RANGE || top.tasks < ENOUGH_IN_RANGE) return false;
  return smoothed(below.tasks, below.paused) < smoothed(top.tasks, top.paused);
}

/** Laplace's rule of succession. */
function smoothed(tasks: number, paused: number): number {
  return (paused + 1) / (tasks + 2);
}
