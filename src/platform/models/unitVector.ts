/** A vector of length 1. */
export type UnitVector = Float32Array;

/** The vector in this direction; undefined where it has none: empty, all zero, or a number that is not finite. */
export function unitVector(numbers: readonly number[]): UnitVector | undefined {
  // Squares of large numbers would not be finite.
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  if (largest === 0 || !numbers.every(Number.isFinite)) return undefined;
  const scaled = numbers.map((number) => number / largest);
  const length = Math.sqrt(scaled.reduce((sum, number) => sum + number * number, 0));
  return Float32Array.from(scaled, (number) => number / length);
}

/** Cosine (−1 to 1) of the angle between two vectors of as many numbers. */
export function cosineOf(a: UnitVector, b: UnitVector): number {
  let sum = 0;
  for (const [place, number] of a.entries()) sum += number * (b[place] ?? 0);
  return Math.max(-1, Math.min(1, sum));
}
