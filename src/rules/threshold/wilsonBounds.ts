/** Standard normal quantile of 95 %, one-sided. */
const Z = 1.645;

/**
 * Bounds of the true share, 0–1, when `solved` of `tasks` were observed: Wilson's score interval, each bound at 95 %.
 * No task: 0 and 1.
 */
export function wilsonBounds({
  solved,
  tasks,
}: {
  readonly solved: number;
  readonly tasks: number;
}): {
  readonly lower: number;
  readonly upper: number;
} {
  if (tasks < 1) return { lower: 0, upper: 1 };
  const share = solved / tasks;
  const z2 = (Z * Z) / tasks;
  const middle = share + z2 / 2;
  const half = Math.sqrt(share * (1 - share) * z2 + (z2 * z2) / 4);
  return { lower: (middle - half) / (1 + z2), upper: (middle + half) / (1 + z2) };
}
