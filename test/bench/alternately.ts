/** Measures one thing once and answers with milliseconds. */
export type Measure = () => Promise<number>;

/** How often to measure: `runs` times, or fewer when that takes longer than `withinMs`, yet `atLeast` times. */
export interface Rounds {
  readonly runs: number;
  readonly atLeast: number;
  readonly withinMs: number;
}

/**
 * Measures each of `subjects` equally often, in turn and in an order that rotates, so that what else the machine does
 * falls on all of them alike. One round before that warms up the caches and does not count.
 */
export async function alternately<Name extends string>(
  { runs, atLeast, withinMs }: Rounds,
  subjects: Readonly<Record<Name, Measure>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(subjects) as Name[];
  const samples = {} as Record<Name, number[]>;
  for (const name of names) samples[name] = [];
  const until = performance.now() + withinMs;
  for (let round = 0; round <= runs; round += 1) {
    if (round > atLeast && performance.now() > until) break;
    for (const offset of names.keys()) {
      const name = names[(round + offset) % names.length]!;
      const took = await subjects[name]();
      if (round > 0) samples[name].push(took);
    }
  }
  return samples;
}
