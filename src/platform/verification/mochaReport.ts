import * as z from 'zod/mini';
import type { TestRun } from '../../model/verification/testRun';
import { newTally, shortPath, testId, toTestRun } from './testTally';

const test = z.object({ fullTitle: z.string(), file: z.nullish(z.string()) });
const tests = z.array(test);

const schema = z.object({
  stats: z.object({ tests: z.int().check(z.minimum(0)) }),
  tests,
  pending: tests,
  failures: tests,
  passes: tests,
});

/**
 * Counts the tests of Mocha's JSON (`--reporter json`). A failure that is not a test is a hook: an
 * error. Undefined for JSON of another kind or without any test.
 */
export function mochaRun(document: unknown): TestRun | undefined {
  const report = schema.safeParse(document).data;
  if (report === undefined) return undefined;
  const titles = new Set(report.tests.map(({ fullTitle }) => fullTitle));
  const tally = newTally();
  tally.passed = report.passes.length;
  tally.skipped = report.pending.length;
  for (const { fullTitle, file } of report.failures) {
    tally[titles.has(fullTitle) ? 'failed' : 'errors'] += 1;
    tally.failing.push(testId([shortPath(file ?? ''), fullTitle]));
  }
  return toTestRun('Mocha JSON', tally);
}
