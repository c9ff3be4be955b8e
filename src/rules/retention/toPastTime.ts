export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Converts a recorded time to milliseconds, at most `now`. A time in the future (a clock that was set back) and an
 * invalid one count as now, so they never cause a removal.
 */
export function toPastTime(recorded: string | number, now: number): number {
  const ms = typeof recorded === 'number' ? recorded : Date.parse(recorded);
  return Number.isFinite(ms) ? Math.min(ms, now) : now;
}
