import type { Attempt } from '../../model/task/attempt';

/** Input of the loop patterns when the scheduler selects a task. */
export interface AttemptHistory {
  readonly taskId: string;
  readonly now: Date;
  /** Attempts at the task after its marker and with its present definition, oldest first. */
  readonly attempts: readonly Attempt[];
  /**
   * Newest attempts of all tasks, each after its task's marker, oldest first; cycles are searched
   * in them.
   */
  readonly recent: readonly Attempt[];
  /** Milliseconds; undefined while no turn of the task has ended. */
  readonly medianTurnMs: number | undefined;
  /** The authority in effect, and the number of the newest attempt when it was granted. */
  readonly authority:
    | { readonly blockers: readonly string[]; readonly attempt: number }
    | undefined;
  /** Blockers for which authority was granted and withdrawn again since counting began. */
  readonly grantedBefore?: readonly string[];
  /** A pivot directive heads the task's next turn. */
  readonly pivotDue: boolean;
}

/** Length of the window in median turns of the task, if that is longer than the configured window. */
const WINDOW_TURNS = 10;

/**
 * Selects attempts that count as evidence. Excludes interrupted attempts and external failures,
 * unless they name blockers.
 */
export function filterEvidential(attempts: readonly Attempt[]): readonly Attempt[] {
  return attempts.filter(({ counted, blockers }) => counted || blockers.length > 0);
}

/**
 * True if all attempts lie within the window: `windowMs` before `now`, or ten times the median turn (times the
 * `period` of a cycle over tasks), if that is longer. Attempts after `now` (clock set back) are inside, attempts with
 * an invalid time are not.
 */
export function isWithinWindow(
  attempts: readonly Attempt[],
  history: AttemptHistory,
  { windowMs, period = 1 }: { readonly windowMs: number; readonly period?: number },
): boolean {
  const { medianTurnMs = 0 } = history;
  const turns = medianTurnMs > 0 ? WINDOW_TURNS * period * medianTurnMs : 0;
  const since = history.now.getTime() - Math.max(windowMs, turns);
  return attempts.every(({ at }) => Date.parse(at) >= since);
}

/** Returns the longest run of newest attempts in which each attempt `fits` its successor. */
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
