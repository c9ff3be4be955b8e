import * as z from 'zod/mini';
import type { TestRun } from '../../model/verification/testRun';
import { countTest, newTally, shortPath, toTestRun, type Outcome } from './testTally';

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
  const count = (outcome: Outcome, { fullTitle, file }: z.infer<typeof test>): void =>
    countTest(tally, outcome, [shortPath(file ?? ''), fullTitle]);
  for (const each of report.passes) count('passed', each);
  for (const each of report.pending) count('skipped', each);
  for (const each of report.failures) count(titles.has(each.fullTitle) ? 'failed' : 'errors', each);
  return toTestRun('Mocha JSON', tally);
}
