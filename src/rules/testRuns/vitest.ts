import { sumRuns, parseCounts, NO_COUNTS, type RunCounts, type TestProgram } from './testProgram';

const TESTS = /^ {1,12}Tests {2}(?:no tests|(\d.{0,300}?)(?: \(\d{1,15}\))?)$/;
const ERRORS = /^ {1,12}Errors {2}(\d{1,15}) errors?$/;
const START = /^ ?(?:RUN|DEV) {1,2}v\d/;

/**
 * Reads Vitest's summary: "Test Files  …" and then "Tests  1 failed | 2 passed (3)". Of the summaries after one " RUN "
 * (or " DEV " when watching), the last counts; each " RUN " starts another run. Failed suites and unhandled errors are
 * errors. Ids as in vitest: "file > suite > test".
 */
export const vitest: TestProgram = {
  source: 'vitest',
  begins: 'T',
  closes: TESTS,
  read(lines, closings) {
    const runs: RunCounts[] = [];
    const own = closings.filter((at) => isSummary(lines, at));
    own.forEach((at, index) => {
      const next = own[index + 1];
      const restart = next === undefined ? -1 : startBetween(lines, at, next);
      if (next !== undefined && restart < 0) return;
      const previous = own[index - 1] ?? -1;
      const run = readSummary(lines, Math.max(previous + 1, 0), at);
      if (run !== undefined) runs.push(run);
    });
    return sumRuns(runs);
  },
};

function isSummary(lines: readonly string[], at: number): boolean {
  return [at - 1, at - 2].some((i) => /^ {1,8}Test Files {2}/.test(lines[i] ?? ''));
}

function startBetween(lines: readonly string[], from: number, to: number): number {
  for (let i = from + 1; i < to; i++) {
    if (START.test(lines[i] ?? '')) return i;
  }
  return -1;
}

function readSummary(lines: readonly string[], from: number, at: number): RunCounts | undefined {
  const list = TESTS.exec(lines[at] ?? '')?.[1];
  const counts = list === undefined ? new Map<string, number>() : parseCounts(list, '|');
  if (counts === undefined) return undefined;
  const of = (word: string) => counts.get(word) ?? 0;
  const { tests, suites } = failures(lines, from, at);
  return {
    ...NO_COUNTS,
    passed: of('passed') + of('expected fail'),
    failed: of('failed'),
    errors: suites.size + unhandled(lines, at),
    skipped: of('skipped') + of('todo'),
    ids: [...tests, ...suites],
  };
}

function unhandled(lines: readonly string[], at: number): number {
  const found = [at + 1, at + 2].map((i) => ERRORS.exec(lines[i] ?? '')?.[1]);
  return Number(found.find((digits) => digits !== undefined) ?? 0);
}

function failures(
  lines: readonly string[],
  from: number,
  to: number,
): { tests: Set<string>; suites: Set<string> } {
  const tests = new Set<string>();
  const suites = new Set<string>();
  let inSuites = false;
  for (let i = from; i < to; i++) {
    const line = lines[i] ?? '';
    if (START.test(line)) {
      tests.clear();
      suites.clear();
    } else if (line.startsWith('⎯⎯')) {
      if (line.includes(' Failed ')) inSuites = line.includes(' Failed Suites ');
    } else if (line.startsWith(' FAIL  ')) {
      const id = line.slice(7).trimEnd();
      (inSuites ? suites : tests).add(inSuites ? id.replace(/ \[ .{0,1000} \]$/, '') : id);
    }
  }
  return { tests, suites };
}
