import * as z from 'zod/mini';
import type { TestRun } from '../../model/verification/testRun';
import { newTally, shortPath, testId, toTestRun } from './testTally';

const assertion = z.object({
  status: z.string(),
  title: z.string(),
  ancestorTitles: z.nullish(z.array(z.string())),
});

const file = z.object({
  name: z.nullish(z.string()),
  status: z.nullish(z.string()),
  assertionResults: z.array(assertion),
});

const schema = z.object({
  numTotalTests: z.int().check(z.minimum(0)),
  // Jest's own; Vitest writes the rest alike.
  numRuntimeErrorTestSuites: z.optional(z.unknown()),
  testResults: z.array(file),
});

/**
 * Counts the tests of Jest's or Vitest's JSON (`--json`, `--reporter=json`). A file that failed
 * without a failed test could not run: an error. Undefined for JSON of another kind or without any
 * test.
 */
export function jestRun(document: unknown): TestRun | undefined {
  const report = schema.safeParse(document).data;
  if (report === undefined) return undefined;
  const tally = newTally();
  for (const one of report.testResults) {
    const path = shortPath(one.name ?? '');
    const before = tally.failed;
    for (const { status, title, ancestorTitles } of one.assertionResults) {
      if (status === 'passed') tally.passed += 1;
      else if (status === 'failed') {
        tally.failed += 1;
        tally.failing.push(testId([path, ...(ancestorTitles ?? []), title]));
      } else tally.skipped += 1;
    }
    if (one.status !== 'failed' || tally.failed > before) continue;
    tally.errors += 1;
    tally.failing.push(testId([path]));
  }
  const isJest = report.numRuntimeErrorTestSuites !== undefined;
  return toTestRun(isJest ? 'Jest JSON' : 'Vitest JSON', tally);
}
