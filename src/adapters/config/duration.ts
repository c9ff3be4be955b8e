/** Longest time limit that can be set: 24 hours. */
export const MAX_DURATION_MS = 24 * 3_600_000;

/** What a duration looks like, whatever its size. */
export const DURATION_PATTERN = /^(?!$)(?:\d{1,9}h)?(?:\d{1,9}m)?(?:\d{1,9}s)?(?:\d{1,9}ms)?$/;

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/**
 * Milliseconds of a duration such as `30m`, `45s`, `500ms` or `1h30m`. Undefined unless it is
 * written like that, more than 0 and at most 24 hours.
 */
export function parseDuration(text: string): number | undefined {
  if (!DURATION_PATTERN.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)(ms|h|m|s)/g))
    total += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0);
  return total > 0 && total <= MAX_DURATION_MS ? total : undefined;
}
