import { GUARDED_AGENT_NAMES } from '../../model/guard/guardedAgent';
import type { GuardedSession } from '../../model/guard/guardedSession';
import { parseDuration } from '../../platform/config/parseDuration';

/** Shortest and longest snooze, in ms; none ends one. */
const SNOOZE_RANGE = { min: 0, max: 24 * 3_600_000 };

/**
 * The session that a word names: its id, the beginning of its id, or the name of its agent among those of `here`. All
 * that match where it is not one.
 */
export function findSessions(
  word: string,
  all: readonly GuardedSession[],
  here: readonly GuardedSession[],
): readonly GuardedSession[] {
  const exact = all.filter(({ id }) => id === word);
  if (exact.length > 0) return exact;
  const byStart = all.filter(({ id }) => id.startsWith(word));
  const name = word.toLowerCase();
  const byAgent = here.filter(
    ({ agent }) => agent === name || GUARDED_AGENT_NAMES[agent].toLowerCase() === name,
  );
  return [...new Set([...byStart, ...byAgent])];
}

/** When a snooze of a duration such as `30m` ends, ISO 8601 in UTC; undefined for another text, and above a day. */
export function toSnoozeEnd(duration: string, now: Date): string | undefined {
  const ms = parseDuration(duration, SNOOZE_RANGE);
  return ms === undefined ? undefined : new Date(now.getTime() + ms).toISOString();
}
