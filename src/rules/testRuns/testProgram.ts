/** Counts and ids of failures that a test program reports in one output. */
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

/** Reader for the output of one test program. */
export interface TestProgram {
  /** For humans: "mocha", "go test", … */
  readonly source: string;
  /** First characters of closing lines, blanks aside: a cheap check before `closes`. */
  readonly begins: string;
  /** Pattern of the program's closing line, anchored at both ends. */
  readonly closes: RegExp;
  /**
   * Sums all runs. `closings`: ascending indices of the lines that `closes` matches, at least one. Undefined if none of
   * them ends a run.
   */
  read(lines: readonly string[], closings: readonly number[]): RunCounts | undefined;
}

/** Nothing counted. */
export const NO_COUNTS: RunCounts = { passed: 0, failed: 0, errors: 0, skipped: 0, ids: [] };

/** Maximum number of ids kept of one program; more than in a `TestRun`, so that sorting decides which ones. */
export const MAX_IDS = 10_000;

/** Maximum length of an id, in characters. */
const MAX_ID = 500;

/** Sums several runs; undefined for none. */
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

/** Converts digits to a number; 0 if undefined. Callers bound the digits to 15, so it is exact. */
export function toCount(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits);
}

/**
 * Parses a list such as "1 failed, 2 passed" to counts by word; undefined if a part has another form. Counts of a
 * repeated word are added.
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
