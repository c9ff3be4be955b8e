import type { PausePrediction } from '../../model/report/pausePrediction';
import type { Course } from '../history/course';
import { findShare, PauseCounts, type FinishedTask, type PauseShare } from './calibratePauses';
import { listScores, scorePause } from './scorePause';

/**
 * What a task's first finished course shows; undefined while it has none. Each task counts once: courses after a pause
 * are another matter, as a human intervened.
 */
export function toFinishedTask(courses: readonly Course[]): FinishedTask | undefined {
  const course = findFinished(courses);
  if (course === undefined) return undefined;
  return { scores: scoresBeforeEnd(course), paused: course.end.kind === 'paused' };
}

/** The first course of a task that ended by itself. */
export function findFinished(courses: readonly Course[]): Course | undefined {
  return courses.find(({ end, touched }) => {
    return !touched && (end.kind === 'done' || end.kind === 'paused');
  });
}

/** Scores after each turn that did not end the course, oldest first. */
export function scoresBeforeEnd({ turns }: Course): readonly number[] {
  return listScores(turns.slice(0, -1));
}

/** Counts the finished tasks among all. */
export function countPauses(tasks: Iterable<readonly Course[]>): PauseCounts {
  const counts = new PauseCounts();
  for (const courses of tasks) {
    const finished = toFinishedTask(courses);
    if (finished !== undefined) counts.add(finished);
  }
  return counts;
}

/**
 * Predicts the end of a task that goes on, from its course so far; undefined before its first counted turn, after its
 * end, and without calibrated shares.
 */
export function predictPause(
  shares: readonly PauseShare[],
  course: Course | undefined,
): PausePrediction | undefined {
  if (course?.end.kind !== 'open' || course.turns.length === 0) return undefined;
  const { score, reasons } = scorePause(course.turns);
  const share = findShare(shares, score);
  if (share === undefined) return undefined;
  const { tasks, paused, probability } = share;
  return { tasks, paused, probability, score, reasons };
}
