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
  /** What may have solved it: the next turn alone, or also a later one of the same strategy. */
  readonly by: 'nextTurn' | 'strategy';
  /** That turn made progress or passed, and the task was then done without a human. */
  readonly solved: boolean;
  /** When that became known. */
  readonly known: Moment;
}

/**
 * Lists what a task's courses show, oldest first. Where a strategy ended, by a pivot, a diagnosis, a pause or a human, the next turn
 * was never taken: it is left out, neither solved nor lost (censored). One that made progress is left out as well until
 * its task has ended by itself. After a pause at the threshold, a Resume without a hint, on unchanged files, by the same
 * agent shows the turn that the pause had prevented.
 */
export function listObservations(courses: readonly Course[]): readonly Observation[] {
  return courses.filter(({ touched }) => !touched).flatMap(observationsOf);
}

function observationsOf(course: Course): readonly Observation[] {
  const { turns, resumedFrom } = course;
  const [first] = turns;
  const found: Observation[] = [];
  if (resumedFrom !== undefined && first !== undefined && showsPrevented(resumedFrom, first))
    found.push(...observe(course, resumedFrom, 0));
  for (const [index, turn] of turns.entries()) {
    const next = turns[index + 1];
    if (next === undefined || turn.endsStrategy || next.strategy !== turn.strategy) continue;
    found.push(...observe(course, turn, index + 1));
  }
  return found;
}

function showsPrevented(last: CourseTurn, first: CourseTurn): boolean {
  const wasAtThreshold = last.threshold !== undefined && last.entropy >= last.threshold.value;
  return wasAtThreshold && first.filesKept && first.agent === last.agent;
}

interface Result {
  readonly solved: boolean;
  readonly known: Moment;
}

/** What the turns from position `next` on show of a task that stood where `turn` had left it. */
function observe(course: Course, turn: CourseTurn, next: number): readonly Observation[] {
  const tried = course.turns[next];
  if (tried === undefined || turn.entropy < 1) return [];
  const { agent, size } = tried;
  const { task } = course;
  const level = turn.entropy;
  const byTurn =
    tried.outcome === 'no_progress' ? { solved: false, known: tried.ended } : resultOf(course);
  const byStrategy = strategyResult(course, next);
  const found: Observation[] = [];
  if (byTurn !== undefined) found.push({ task, level, agent, size, by: 'nextTurn', ...byTurn });
  if (byStrategy !== undefined)
    found.push({ task, level, agent, size, by: 'strategy', ...byStrategy });
  return found;
}

/** The end of a task after progress; undefined while it goes on, and where a human decided. */
function resultOf({ end }: Course): Result | undefined {
  if (end.kind === 'open' || end.kind === 'left') return undefined;
  return { solved: end.kind === 'done', known: end.ended };
}

/** Undefined as well while the strategy goes on. */
function strategyResult(course: Course, from: number): Result | undefined {
  const { turns, end } = course;
  const strategy = turns[from]?.strategy;
  for (let at = from; turns[at]?.strategy === strategy; at += 1) {
    const turn = turns[at];
    if (turn === undefined) break;
    if (turn.outcome !== 'no_progress') return resultOf(course);
    if (turn.endsStrategy) return { solved: false, known: turn.ended };
  }
  return end.kind === 'paused' ? { solved: false, known: end.ended } : undefined;
}
