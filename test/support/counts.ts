import { appendFileSync, readFileSync } from 'node:fs';

/** What a suite tells whoever adds suites up (test/run.ts). */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Names the file that a suite adds its counts to, a JSON line each; countingReporter.js does so for mocha. */
export const COUNTS_VARIABLE = 'DEVS_TEST_COUNTS';

/** Tells the counts of this suite, where anybody wants to know. */
export function addCounts({ passed, failed }: Counts): void {
  const file = process.env[COUNTS_VARIABLE];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ passed, failed })}\n`);
}

/** The counts in this file, added up; none where no suite got as far as counting. */
export function readCounts(file: string): Counts {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    text = '';
  }
  const lines = text.split('\n').filter((line) => line !== '');
  return lines
    .map((line) => JSON.parse(line) as Counts)
    .reduce(
      (sum, each) => ({ passed: sum.passed + each.passed, failed: sum.failed + each.failed }),
      {
        passed: 0,
        failed: 0,
      },
    );
}
