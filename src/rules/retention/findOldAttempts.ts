import { groupBy } from './groupBy';
import type { KeptAttempt, KeptHistory } from './keptHistory';
import { attemptsRemoval, contextEntryRemoval, type Removal } from './removal';

/** Newest attempts of each task from before its marker that stay whatever their age. */
export const KEPT_ATTEMPTS = 50;

export interface AgeRules {
  /** Whether the history of a task is forgotten as it gets old. */
  readonly isInactive: (taskId: string) => boolean;
  readonly isOld: (...moments: readonly string[]) => boolean;
}

/**
 * Of inactive tasks every old attempt and every old entry that is closed; of the others old attempts
 * that do not count any more, but for the newest `KEPT_ATTEMPTS`. What a loop was proved by stays in
 * the events.
 */
export function findOldAttempts(history: KeptHistory, forgetting: AgeRules): readonly Removal[] {
  const { isInactive, isOld } = forgetting;
  const markers = new Map(history.tasks.map((task) => [task.id, task.attemptsBefore]));
  const attempts = [...groupBy(history.attempts, ({ taskId }) => taskId)].flatMap(
    ([taskId, own]) => {
      const marker = markers.get(taskId) ?? 0;
      const inactive = isInactive(taskId);
      const may = inactive ? own : filterUncounted(own, marker).slice(0, -KEPT_ATTEMPTS);
      const numbers = may.filter(({ at }) => isOld(at)).map(({ number }) => number);
      if (numbers.length === 0) return [];
      return [attemptsRemoval(taskId, numbers, inactive ? 'old' : 'uncounted')];
    },
  );
  const entries = history.contextEntries.filter(
    ({ taskId, timestamp, closedAt }) =>
      closedAt !== undefined && isInactive(taskId) && isOld(timestamp, closedAt),
  );
  return [...attempts, ...entries.map((entry) => contextEntryRemoval(entry, 'old'))];
}

function filterUncounted(own: readonly KeptAttempt[], marker: number): readonly KeptAttempt[] {
  return own.filter(({ number }) => number <= marker);
}
