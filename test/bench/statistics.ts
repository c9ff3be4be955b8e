/** Value below which the share `quantile` of the samples lies, by nearest rank; the largest one for few samples. */
function rank(samples: readonly number[], quantile: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(quantile * sorted.length) - 1)];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}

/** The middle of the samples; the mean of the two middle ones when their number is even. */
export function median(samples: readonly number[]): number {
  const half = rank(samples, 0.5);
  if (samples.length % 2 === 1) return half;
  return (half + rank(samples, 0.5 + 1 / samples.length)) / 2;
}

/** What 95 of 100 samples do not exceed. */
export function p95(samples: readonly number[]): number {
  return rank(samples, 0.95);
}
