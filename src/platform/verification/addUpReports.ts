import type { TestRun } from '../../model/verification/testRun';
import type { VerifyResult } from '../../ports/verifier';
import type { LineCount } from './lineCount';
import type { Report } from './parseReport';
import { newTally, sortedIds } from './testTally';

/** Report kinds with tests; only the first kind present counts, because the others contain the same tests. */
const TEST_KINDS = ['junit', 'json', 'tap'] as const;
/** Report kinds with coverage, likewise. */
const COVERAGE_KINDS = ['lcov', 'cobertura'] as const;

/** The combined result of several reports of one verification. */
export function addUpReports(reports: readonly Report[]): Pick<VerifyResult, 'tests' | 'coverage'> {
  const tests = testsOf(reports);
  const coverage = coverageOf(reports);
  return { ...(tests && { tests }), ...(coverage !== undefined && { coverage }) };
}

function testsOf(reports: readonly Report[]): TestRun | undefined {
  for (const kind of TEST_KINDS) {
    const runs = reports.flatMap((one) => (one.kind === kind ? [one.tests] : []));
    if (runs.length > 0) return addUp(runs);
  }
  return undefined;
}

function addUp(runs: readonly TestRun[]): TestRun {
  const sum = newTally();
  for (const run of runs) {
    sum.passed += run.passed;
    sum.failed += run.failed;
    sum.errors += run.errors;
    sum.skipped += run.skipped;
    for (const id of run.failingTests) sum.failing.push(id);
  }
  const { failing, ...counts } = sum;
  const source = [...new Set(runs.map((run) => run.source))].join(', ');
  return { source, ...counts, failingTests: sortedIds(failing) };
}

function coverageOf(reports: readonly Report[]): number | undefined {
  for (const kind of COVERAGE_KINDS) {
    const counts = reports.flatMap((one) => (one.kind === kind ? [one.lines] : []));
    if (counts.length > 0) return percentage(counts);
  }
  return undefined;
}

function percentage(counts: readonly LineCount[]): number {
  const covered = counts.reduce((sum, count) => sum + count.covered, 0);
  const total = counts.reduce((sum, count) => sum + count.total, 0);
  return (100 * covered) / total;
}
