import type { AttemptHistory } from '../../../../src/rules/attempts/attemptHistory';
import type { Attempt, LoopResult } from '../../../../src/model/task/attempt';

/** When the first attempt of a history ended. */
export const START = Date.parse('2026-03-02T09:00:00.000Z');
const MINUTE = 60_000;

/** An attempt that counts, a minute after the one with the number before it, with nothing done. */
export function attempt(number: number, given: Partial<Attempt> = {}): Attempt {
  return {
    number,
    taskId: 'T1',
    at: new Date(START + number * MINUTE).toISOString(),
    status: 'in_progress',
    blockers: [],
    completedWork: [],
    sessionId: `session_${number}`,
    counted: true,
    progress: false,
    definition: '',
    agent: 'claude',
    ...given,
  };
}

/** So many attempts, numbered from 1; what each is may depend on its number. */
export function attempts(
  count: number,
  given: Partial<Attempt> | ((number: number) => Partial<Attempt>) = {},
): readonly Attempt[] {
  return Array.from({ length: count }, (_, index) =>
    attempt(index + 1, typeof given === 'function' ? given(index + 1) : given),
  );
}

/** The history of T1 made of these, as it is half a minute after the newest. */
export function history(
  own: readonly Attempt[],
  given: Partial<AttemptHistory> = {},
): AttemptHistory {
  const newest = Math.max(0, ...own.map(({ number }) => number));
  return {
    taskId: 'T1',
    now: new Date(START + newest * MINUTE + MINUTE / 2),
    attempts: own,
    recent: own,
    medianTurnMs: undefined,
    authority: undefined,
    pivotDue: false,
    ...given,
  };
}

/** The history of the task that is next in a sequence of visits to several tasks. */
export function visits(
  all: readonly Attempt[],
  taskId: string,
  given: Partial<AttemptHistory> = {},
): AttemptHistory {
  const own = all.filter((one) => one.taskId === taskId);
  return history(own, {
    taskId,
    recent: all,
    now: new Date(START + (all.length + 1) * MINUTE),
    ...given,
  });
}

/** What was found in two words; 'none' for no loop. */
export function verdict(result: LoopResult): string {
  return result.isLooping ? `${result.loopType} ${result.recommendation}` : 'none';
}
