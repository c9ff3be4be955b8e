/** What a test program said of its runs in one output: counts and the ids of what failed. */
export interface RunCounts {
  /** Whole numbers >= 0, as in `TestRun`. */
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly skipped: number;
  /** In any order, repeats allowed. */
  readonly ids: readonly string[];
  /** As in `TestRun`. */
  readonly partial?: true;
}

/** How one test program closes a run, and how its runs are read. */
export interface TestProgram {
  /** For humans: "mocha", "go test", … */
  readonly source: string;
  /** Characters with which a closing line can begin, blanks aside: everything else is passed over cheaply. */
  readonly begins: string;
  /** The program's own form of a closing line, anchored at both ends of what it looks at. */
  readonly closes: RegExp;
  /**
   * All of its runs added up. `closings`: indices of the lines that `closes` matches, rising, at
   * least one. Undefined when none of them is the end of a run after all.
   */
  read(lines: readonly string[], closings: readonly number[]): RunCounts | undefined;
}

/** Nothing counted. */
export const NO_COUNTS: RunCounts = { passed: 0, failed: 0, errors: 0, skipped: 0, ids: [] };

/** Ids that are kept of one program; more than a `TestRun` keeps, so that sorting decides which. */
export const MAX_IDS = 10_000;

/** Characters of an id that are kept. */
const MAX_ID = 500;

/** Several runs as one; undefined for none. */
export function sumRuns(runs: readonly RunCounts[]): RunCounts | undefined {
  if (runs.length === 0) return undefined;
  const sum = { passed: 0, failed: 0, errors: 0, skipped: 0, ids: [] as string[] };
  for (const run of runs) {
    sum.passed += run.passed;
    sum.failed += run.failed;
    sum.errors += run.errors;
    sum.skipped += run.skipped;
    for (const id of run.ids) {
      if (sum.ids.length < MAX_IDS) sum.ids.push(id.slice(0, MAX_ID));
    }
  }
  return runs.some(({ partial }) => partial) ? { ...sum, partial: true } : sum;
}

/** The number that digits say; 0 where there are none. Callers bound the digits to 15, so it is exact. */
export function toCount(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits);
}

/**
 * Counts by their words, of a list such as "1 failed, 2 passed"; undefined when a part has another
 * form. A word that is said twice is added up.
 */
export function parseCounts(
  list: string,
  separator: string,
): ReadonlyMap<string, number> | undefined {
  const counts = new Map<string, number>();
  for (const part of list.split(separator)) {
    const [, digits, word] = /^(\d{1,15}) ([a-z][a-z ]{0,40})$/.exec(part.trim()) ?? [];
    if (digits === undefined || word === undefined) return undefined;
    counts.set(word, (counts.get(word) ?? 0) + Number(digits));
  }
  return counts;
}
