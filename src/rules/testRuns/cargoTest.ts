import { sumRuns, NO_COUNTS, toCount, type RunCounts, type TestProgram } from './testProgram';

const RESULT =
  /^test result: (?:ok|FAILED)\. (\d{1,15}) passed; (\d{1,15}) failed; (\d{1,15}) ignored; (\d{1,15}) measured; \d{1,15} filtered out(?:; finished in [\d.]{1,20}s)?$/;
const RUNNING = /^running (\d{1,15}) tests?$/;
const UNCOMPILED = /^error: could not compile `([^`]{1,200})`/;
const STOPPED = /^error: test failed, to rerun pass /;

/**
 * Reads the results of `cargo test`, one for each binary and the documentation, and sums them. A result with other
 * counts than "running N tests" announced is a test's own output. A package that does not compile and a binary that
 * ends without a result count as errors.
 */
export const cargoTest: TestProgram = {
  source: 'cargo test',
  begins: 'te',
  closes: new RegExp(`${RESULT.source}|${UNCOMPILED.source}`),
  read: (lines) => sumRuns([...results(lines), ...uncompiled(lines)]),
};

function results(lines: readonly string[]): RunCounts[] {
  const runs: RunCounts[] = [];
  let announced: number | undefined;
  lines.forEach((line, at) => {
    if (line.startsWith('running ')) {
      const count = RUNNING.exec(line)?.[1];
      if (count !== undefined) announced = Number(count);
    } else if (line.startsWith('test result: ')) {
      const run = readResult(line, announced, () => failures(lines, at));
      if (run === undefined) return;
      runs.push(run);
      announced = undefined;
    } else if (announced !== undefined && STOPPED.test(line)) {
      runs.push({ ...NO_COUNTS, errors: 1 });
      announced = undefined;
    }
  });
  return runs;
}

function readResult(
  line: string,
  announced: number | undefined,
  ids: () => readonly string[],
): RunCounts | undefined {
  const match = RESULT.exec(line);
  if (match === null) return undefined;
  const [passed = 0, failed = 0, skipped = 0, measured = 0] = match.slice(1).map(toCount);
  const sum = passed + failed + skipped + measured;
  if (announced !== undefined && announced !== sum) return undefined;
  return {
    passed: passed + measured,
    failed,
    errors: 0,
    skipped,
    ids: failed > 0 ? ids() : [],
  };
}

/** Names below the last "failures:", directly before the result. */
function failures(lines: readonly string[], at: number): string[] {
  const names: string[] = [];
  for (let i = at - 2; i >= 0; i--) {
    const line = lines[i] ?? '';
    if (!line.startsWith('    ')) return line === 'failures:' ? names : [];
    names.push(line.trim());
  }
  return [];
}

function uncompiled(lines: readonly string[]): RunCounts[] {
  const packages = new Set<string>();
  for (const line of lines) {
    const name = line.startsWith('error: ') ? UNCOMPILED.exec(line)?.[1] : undefined;
    if (name !== undefined) packages.add(name);
  }
  return [...packages].map((name) => ({ ...NO_COUNTS, errors: 1, ids: [name] }));
}
