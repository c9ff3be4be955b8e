import type { Limits } from '../../model/config/limits';
import { createActivityLookup } from './createActivityLookup';
import type { KeptHistory, KeptRewind, KeptTranscript, KeptTurn, KeptAttempt } from './keptHistory';
import { findLandmarkTurns } from './findLandmarkTurns';
import { DAY_MS, toPastTime } from './toPastTime';
import {
  checkpointRemoval,
  rewindRemoval,
  transcriptRemoval,
  turnRemoval,
  applyRemovals,
  type Removal,
  attemptsRemoval,
  contextEntryRemoval,
} from './removal';
import { planShrinkOrder } from './planShrinkOrder';
import { groupBy } from './groupBy';

export interface RetentionPlan {
  /** Removed in any case. */
  readonly byAge: readonly Removal[];
  /** Removed next, in this order, while the state is too large. */
  readonly toShrink: readonly Removal[];
}

export type RetentionLimits = Pick<Limits, 'inactiveHours' | 'keepDays' | 'keepFailures'>;

/**
 * Decides what retention removes (docs/configuration.md, "What is kept"). `now`, in milliseconds since 1970, only
 * determines what is old.
 */
export function planRetention(
  history: KeptHistory,
  limits: RetentionLimits,
  now: number,
): RetentionPlan {
  const activityOf = createActivityLookup(history, limits, now);
  const isOld = createAgeCheck(limits, now);
  const goes = ({ taskId, status, at }: KeptRewind): boolean =>
    activityOf(taskId) === 'inactive' && status === 'done' && isOld(at);
  const isOldTurn = (turn: KeptTurn): boolean =>
    activityOf(turn.taskId) === 'inactive' && isOld(turn.startedAt, turn.endedAt);
  const turns = new Map(history.turns.map((turn) => [turn.id, turn]));
  const isOldFile = ({ turnId, modifiedAt }: KeptTranscript): boolean => {
    const turn = turns.get(turnId);
    return turn === undefined ? isOld(modifiedAt) : isOldTurn(turn);
  };
  const staying = history.rewinds.filter((rewind) => !goes(rewind));
  const landmarks = findLandmarkTurns(history, staying, limits.keepFailures);
  const byAge = [
    ...history.rewinds.filter(goes).map((rewind) => rewindRemoval(rewind, 'old')),
    ...history.turns
      .filter(isOldTurn)
      .flatMap((turn) =>
        landmarks.rows.has(turn.id) ? checkpointRemoval(turn, 'old') : [turnRemoval(turn, 'old')],
      ),
    ...history.transcripts
      .filter(isOldFile)
      .map((file) => transcriptRemoval(file, turns.get(file.turnId), 'old')),
    ...findOldAttempts(history, { isOld, isInactive: (id) => activityOf(id) === 'inactive' }),
  ];
  const left = applyRemovals(history, byAge);
  const { inactiveHours } = limits;
  return {
    byAge,
    toShrink: planShrinkOrder({ history: left, landmarks, activityOf, inactiveHours, now }),
  };
}

/** Creates a check that all given times are more than `keepDays` ago. */
function createAgeCheck({ keepDays }: RetentionLimits, now: number) {
  const limit = now - keepDays * DAY_MS;
  return (...moments: readonly (string | number | undefined)[]): boolean =>
    keepDays > 0 && moments.every((at) => at === undefined || toPastTime(at, now) < limit);
}

/** Newest attempts of each task before its marker that are kept regardless of age. */
export const KEPT_ATTEMPTS = 50;

interface AgeRules {
  /** True if the task's old history can be removed. */
  readonly isInactive: (taskId: string) => boolean;
  readonly isOld: (...moments: readonly string[]) => boolean;
}

/**
 * Plans the removal of old attempts and closed context entries of inactive tasks, and of old
 * attempts before the marker of other tasks except the newest `KEPT_ATTEMPTS`. Evidence of loops
 * stays in the events.
 */
function findOldAttempts(history: KeptHistory, forgetting: AgeRules): readonly Removal[] {
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
