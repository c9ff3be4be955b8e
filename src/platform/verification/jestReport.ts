import * as z from 'zod/mini';
import type { TestRun } from '../../model/verification/testRun';
import { countTest, newTally, shortPath, toTestRun } from './testTally';

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
      const outcome = status === 'passed' || status === 'failed' ? status : 'skipped';
      countTest(tally, outcome, [path, ...(ancestorTitles ?? []), title]);
    }
    if (one.status !== 'failed' || tally.failed > before) continue;
    countTest(tally, 'errors', [path]);
  }
  const isJest = report.numRuntimeErrorTestSuites !== undefined;
  return toTestRun(isJest ? 'Jest JSON' : 'Vitest JSON', tally);
}
