/** Shortest and longest allowed duration, in milliseconds, inclusive. */
export interface DurationRange {
  readonly min: number;
  readonly max: number;
}

/** Range of time limits: 1 ms to 24 hours. */
export const TIME_LIMIT_RANGE: DurationRange = { min: 1, max: 24 * 3_600_000 };

/** Syntax of a duration of any size. */
export const DURATION_PATTERN = /^(?!$)(?:\d{1,9}h)?(?:\d{1,9}m)?(?:\d{1,9}s)?(?:\d{1,9}ms)?$/;

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/**
 * Parses a duration such as `30m`, `45s`, `500ms` or `1h30m` to milliseconds. Undefined for another syntax or a
 * value outside `range`.
 */
export function parseDuration(text: string, range = TIME_LIMIT_RANGE): number | undefined {
  if (!DURATION_PATTERN.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)(ms|h|m|s)/g))
    total += Number(amount) * (UNIT_MS[unit ?? ''] ?? 0);
  return total >= range.min && total <= range.max ? total : undefined;
}

/** Parses a duration that the schema accepted to milliseconds; throws for any other. */
export function toMilliseconds(duration: string, range = TIME_LIMIT_RANGE): number {
  const parsed = parseDuration(duration, range);
  if (parsed === undefined) throw new Error(`"${duration}" was not validated`);
  return parsed;
}
