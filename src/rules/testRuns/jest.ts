import { sumRuns, parseCounts, type RunCounts, type TestProgram } from './testProgram';

const SUITES = /^Test Suites: {1,8}\d/;
const FAILED_FILE = /^ ?FAIL {1,2}(\S.{0,1000}?)(?: \(\d[\d.]{0,12} m?s\))?$/;

/**
 * Reads Jest's summary: "Test Suites: …" and, on the next line, "Tests: 1 failed, 2 passed, 3 total". Each summary is a
 * run; inconsistent totals are ignored. A suite that failed to run is an error. Ids: "file › suite › test".
 */
export const jest: TestProgram = {
  source: 'jest',
  begins: 'T',
  closes: /^Tests: {1,8}\d.{0,300} total$/,
  read(lines, closings) {
    const runs: RunCounts[] = [];
    let from = 0;
    for (const at of closings) {
      const run = readSummary(lines, from, at);
      if (run === undefined) continue;
      runs.push(run);
      from = at + 1;
    }
    return sumRuns(runs);
  },
};

function readSummary(lines: readonly string[], from: number, at: number): RunCounts | undefined {
  if (!SUITES.test(lines[at - 1] ?? '')) return undefined;
  const counts = parseCounts((lines[at] ?? '').slice('Tests:'.length), ',');
  const of = (word: string) => counts?.get(word) ?? 0;
  const passed = of('passed');
  const failed = of('failed');
  const skipped = of('skipped') + of('todo') + of('pending');
  if (counts === undefined || passed + failed + skipped !== of('total')) return undefined;
  const { tests, files } = failures(lines, from, at);
  return { passed, failed, errors: files.size, skipped, ids: [...tests, ...files] };
}

function failures(
  lines: readonly string[],
  from: number,
  to: number,
): { tests: Set<string>; files: Set<string> } {
  const tests = new Set<string>();
  const files = new Set<string>();
  let file: string | undefined;
  for (let i = from; i < to; i++) {
    const line = lines[i] ?? '';
    if (line.startsWith('FAIL ') || line.startsWith(' FAIL ')) {
      file = FAILED_FILE.exec(line)?.[1];
    } else if (line.startsWith('PASS ') || line.startsWith(' PASS ')) {
      file = undefined;
    } else if (file !== undefined && line.startsWith('  ● ')) {
      const title = line.slice(4).trimEnd();
      if (title === 'Test suite failed to run') files.add(file);
      else if (title !== 'Console') tests.add(`${file} › ${title}`);
    }
  }
  return { tests, files };
}
