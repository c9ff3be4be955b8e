import type { Attempt } from '../../model/task/attempt';

/** What is known when a task is to be visited next. */
export interface AttemptHistory {
  readonly taskId: string;
  readonly now: Date;
  /** Of the task, after its marker and of its present definition, oldest first. */
  readonly attempts: readonly Attempt[];
  /** The newest of all tasks, each after its task's marker, oldest first: cycles show in them. */
  readonly recent: readonly Attempt[];
  /** Milliseconds; undefined while no turn of the task has ended. */
  readonly medianTurnMs: number | undefined;
  /** Granted and not withdrawn, and the number of the newest attempt at that time. */
  readonly authority:
    { readonly blockers: readonly string[]; readonly attempt: number } | undefined;
  /** Blockers for which an authority, withdrawn as they were gone, was granted since counting began. */
  readonly grantedBefore?: readonly string[];
  /** A pivot directive heads the task's next turn: a fresh strategy comes first. */
  readonly pivotDue: boolean;
}

/** Turns of the task that attempts may lie apart where they take longer than the window. */
const WINDOW_TURNS = 10;

/**
 * Attempts that prove something: an interrupted one, or one whose failure was not the agent's, is as
 * if it had not been, unless blockers were named in it.
 */
export function filterEvidential(attempts: readonly Attempt[]): readonly Attempt[] {
  return attempts.filter(({ counted, blockers }) => counted || blockers.length > 0);
}

/**
 * Whether all attempts lie within the window: `windowMs` before `now`, or ten times the median turn
 * (times the `visits` to other tasks that lie between) where that is longer. Those after `now` do (the
 * clock went back); those of an unknown time do not.
 */
export function isWithinWindow(
  attempts: readonly Attempt[],
  history: AttemptHistory,
  { windowMs, visits = 1 }: { readonly windowMs: number; readonly visits?: number },
): boolean {
  const { medianTurnMs = 0 } = history;
  const turns = medianTurnMs > 0 ? WINDOW_TURNS * visits * medianTurnMs : 0;
  const since = history.now.getTime() - Math.max(windowMs, turns);
  return attempts.every(({ at }) => Date.parse(at) >= since);
}

/** The newest attempts, as far back as each of them `fits` together with the one that came after it. */
export function findTrailingRun(
  attempts: readonly Attempt[],
  fits: (attempt: Attempt, after: Attempt | undefined) => boolean,
): readonly Attempt[] {
  let start = attempts.length;
  while (start > 0) {
    const attempt = attempts[start - 1];
    if (attempt === undefined || !fits(attempt, attempts[start])) break;
    start -= 1;
  }
  return attempts.slice(start);
}
