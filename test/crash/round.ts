/** How often what happened, for the table at the end. */
export class Tally {
  private readonly counts = new Map<string, Map<string, number>>();

  add(phase: string, result: string): void {
    const results = this.counts.get(phase) ?? new Map<string, number>();
    results.set(result, (results.get(result) ?? 0) + 1);
    this.counts.set(phase, results);
  }

  get total(): number {
    return [...this.counts.values()]
      .flatMap((results) => [...results.values()])
      .reduce((sum, count) => sum + count, 0);
  }

  /** A line for each phase, most frequent first. */
  lines(): readonly string[] {
    const rows = [...this.counts].map(([phase, results]) => {
      const each = [...results].sort().map(([result, count]) => `${count} ${result}`);
      const sum = [...results.values()].reduce((one, other) => one + other, 0);
      return { sum, phase, each: each.join(', ') };
    });
    return rows
      .sort((a, b) => b.sum - a.sum)
      .map(({ sum, phase, each }) => `${String(sum).padStart(5)}  ${phase.padEnd(34)} ${each}`);
  }
}

/** One kill and what follows: notes for the report should it fail. */
export class Round {
  readonly notes: string[] = [];
  private counted = false;

  constructor(
    readonly number: number,
    private readonly tally: Tally,
  ) {}

  note(text: string): void {
    this.notes.push(text);
  }

  /** Counts a kill: where it hit, and what came of it. */
  count(phase: string, result: string): void {
    this.counted = true;
    this.tally.add(phase, result);
  }

  get killed(): boolean {
    return this.counted;
  }
}
