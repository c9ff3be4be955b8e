import type { Course, CourseTurn } from '../history/course';
import type { Moment } from '../history/historyTurn';
import type { TaskSize } from '../history/taskSize';

/** A task that stood at an entropy and got another turn in the same strategy. */
export interface Observation {
  readonly task: string;
  /** Entropy at which it stood; >= 1. */
  readonly level: number;
  readonly agent: string;
  readonly size: TaskSize;
  /** The next turn made progress or passed, and the task was then done without a human. */
  readonly solved: boolean;
  /** From when on the result is known. */
  readonly known: Moment;
}

/**
 * Lists what a task's courses show, oldest first. Where a strategy ended, by a pivot, a pause or a human, the next turn
 * was never taken: it is left out, neither solved nor failed (censored). One that made progress is left out as well until
 * its task has ended. After a pause at the threshold, a Resume without a hint, on unchanged files, by the same agent shows
 * the turn that the pause had prevented.
 */
export function listObservations(courses: readonly Course[]): readonly Observation[] {
  return courses.filter(({ touched }) => !touched).flatMap(observationsOf);
}

function observationsOf(course: Course): readonly Observation[] {
  const { turns, resumedFrom } = course;
  const [first] = turns;
  const found: (Observation | undefined)[] = [];
  if (resumedFrom !== undefined && first !== undefined && showsPrevented(resumedFrom, first))
    found.push(observe(course, resumedFrom, first));
  for (const [index, turn] of turns.entries()) {
    const next = turns[index + 1];
    if (next === undefined || turn.pivoted || next.strategy !== turn.strategy) continue;
    found.push(observe(course, turn, next));
  }
  return found.filter((each) => each !== undefined);
}

function showsPrevented(last: CourseTurn, first: CourseTurn): boolean {
  const wasAtThreshold = last.threshold !== undefined && last.entropy >= last.threshold.value;
  return wasAtThreshold && first.filesKept && first.agent === last.agent;
}

/** Undefined while the result is unknown, and for a turn without entropy. */
function observe(course: Course, turn: CourseTurn, next: CourseTurn): Observation | undefined {
  const { task, end } = course;
  const level = turn.entropy;
  if (level < 1) return undefined;
  const { agent, size } = next;
  const about = { task, level, agent, size };
  if (next.outcome === 'no_progress') return { ...about, solved: false, known: next.ended };
  if (end.kind === 'open' || end.kind === 'left') return undefined;
  return { ...about, solved: end.kind === 'done', known: end.ended };
}
