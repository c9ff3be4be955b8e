import type { PausePrediction } from '../../model/report/pausePrediction';
import type { Course } from '../history/course';
import { findShare, PauseCounts, type FinishedTask, type PauseShare } from './calibratePauses';
import { scorePauses } from './scorePause';

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
  return scorePauses(turns.slice(0, -1)).map(({ score }) => score);
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
  if (course?.end.kind !== 'open') return undefined;
  const scored = scorePauses(course.turns).at(-1);
  const share = scored && findShare(shares, scored.score);
  if (scored === undefined || share === undefined) return undefined;
  const { score, reasons } = scored;
  const { tasks, paused, probability } = share;
  return { tasks, paused, probability, score, reasons };
}
