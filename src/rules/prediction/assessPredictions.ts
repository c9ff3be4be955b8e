import type { PredictionMetrics } from '../../model/report/pausePrediction';
import type { Course } from '../history/course';
import {
  calibratePauses,
  findShare,
  PauseCounts,
  type FinishedTask,
  type PauseShare,
} from './calibratePauses';
import { findFinished, scoresBeforeEnd, toFinishedTask } from './predictPause';

/** Fifths of the predicted shares, over which the calibration error is computed. */
const BINS = 5;

/** When it was recorded. */
interface Recorded {
  readonly at: string;
  readonly index: number;
}

type Change =
  | (Recorded & { readonly kind: 'predicted'; readonly task: FinishedTask; readonly score: number })
  | (Recorded & { readonly kind: 'finished'; readonly task: FinishedTask });

/**
 * Assesses predictions as they would have been made (prequentially): each from the tasks that had finished before it.
 * `since`: only those of that day or later, YYYY-MM-DD.
 */
export function assessPredictions(
  tasks: Iterable<readonly Course[]>,
  since = '',
): PredictionMetrics {
  const tally = new PredictionTally();
  const counts = new PauseCounts();
  let shares: readonly PauseShare[] | undefined;
  for (const change of listChanges(tasks)) {
    if (change.kind === 'finished') {
      counts.add(change.task);
      shares = undefined;
      continue;
    }
    shares ??= calibratePauses(counts);
    const share = findShare(shares, change.score);
    if (share === undefined || change.at < since) continue;
    tally.add(change.task, { probability: share.probability, base: counts.baseRate });
  }
  return { finishedTasks: counts.finished, ...tally.metrics() };
}

/** In the order in which they were recorded. */
function listChanges(tasks: Iterable<readonly Course[]>): readonly Change[] {
  const changes: Change[] = [];
  for (const courses of tasks) {
    const course = findFinished(courses);
    const task = toFinishedTask(courses);
    if (course === undefined || task === undefined || course.end.kind === 'open') continue;
    for (const [turn, score] of scoresBeforeEnd(course).entries()) {
      const ended = course.turns[turn]?.ended;
      if (ended !== undefined) changes.push({ kind: 'predicted', ...ended, task, score });
    }
    changes.push({ kind: 'finished', ...course.end.ended, task });
  }
  return changes.sort((a, b) => compare(a.at, b.at) || a.index - b.index || rank(a) - rank(b));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A prediction after the same turn was made before its task ended. */
function rank({ kind }: Change): number {
  return kind === 'predicted' ? 0 : 1;
}

interface Predicted {
  readonly probability: number;
  /** Share of all tasks finished before that paused. */
  readonly base: number;
}

/** Sums errors; each task has the same weight, however many turns it took. */
class PredictionTally {
  private readonly made = new Map<FinishedTask, Predicted[]>();

  add(task: FinishedTask, predicted: Predicted): void {
    const known = this.made.get(task);
    if (known === undefined) this.made.set(task, [predicted]);
    else known.push(predicted);
  }

  metrics(): Omit<PredictionMetrics, 'finishedTasks'> {
    const { size } = this.made;
    const bins = Array.from({ length: BINS }, () => ({ error: 0 }));
    let [predictions, brier, baseBrier] = [0, 0, 0];
    for (const [{ paused }, all] of this.made) {
      const actual = paused ? 1 : 0;
      const weight = 1 / all.length / size;
      predictions += all.length;
      for (const { probability, base } of all) {
        brier += weight * (probability - actual) ** 2;
        baseBrier += weight * (base - actual) ** 2;
        const bin = bins[Math.min(BINS - 1, Math.floor(probability * BINS))];
        if (bin !== undefined) bin.error += weight * (probability - actual);
      }
    }
    const calibrationError = bins.reduce((sum, { error }) => sum + Math.abs(error), 0);
    const errors = size === 0 ? {} : { brier, baseBrier, calibrationError };
    return { predictedTasks: size, predictions, ...errors };
  }
}
