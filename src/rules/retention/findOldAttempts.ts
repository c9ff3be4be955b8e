import { groupBy } from './groupBy';
import type { KeptAttempt, KeptHistory } from './keptHistory';
import { attemptsRemoval, contextEntryRemoval, type Removal } from './removal';

/** Newest attempts of each task before its marker that are kept regardless of age. */
export const KEPT_ATTEMPTS = 50;

export interface AgeRules {
  /** True if the task's old history can be removed. */
  readonly isInactive: (taskId: string) => boolean;
  readonly isOld: (...moments: readonly string[]) => boolean;
}

/**
 * Plans the removal of old attempts and closed context entries of inactive tasks, and of old
 * attempts before the marker of other tasks except the newest `KEPT_ATTEMPTS`. Evidence of loops
 * stays in the events.
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
