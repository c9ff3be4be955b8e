import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobsOf, type Selection } from './suites';
import { COUNTS_VARIABLE, readCounts, type Counts } from './support/counts';
import { runJobs, type Job, type JobResult } from './support/jobs';
import { runCommand } from './support/runCommand';

/**
 * `npm test`: every check and every suite, side by side as far as the processors allow. A line tells when each begins
 * and ends, with the output of one that failed; the last line adds everything up. `check` runs the checks alone,
 * `long` everything at full scale; other arguments are flags for mocha, such as --grep, and leave the checks out.
 */

function main(args: readonly string[]): Promise<void> {
  const [first] = args;
  if (first === 'long') process.env['DEVS_TEST_SCALE'] = 'full';
  return run(
    first === undefined ? 'all' : first === 'check' || first === 'long' ? first : { flags: args },
  );
}

async function run(selection: Selection): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'devs-test-'));
  const fileOf = ({ name }: Job): string => join(folder, name.replace(/\W+/g, '-'));
  const jobs = jobsOf(selection).map((job) => ({
    ...job,
    env: { ...job.env, [COUNTS_VARIABLE]: fileOf(job) },
  }));
  const results = await runJobs(jobs, availableParallelism(), {
    run: runCommand,
    started: ({ name }) => console.log(`started  ${name}`),
    ended: (result) => {
      console.log(describe(result, countsOf(result, fileOf(result.job))));
      if (!result.passed) console.log(`\n${result.output.trimEnd()}\n`);
    },
  });
  const total = results
    .map((result) => countsOf(result, fileOf(result.job)))
    .reduce((sum, each) => ({
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
    }));
  rmSync(folder, { recursive: true, force: true });
  const failed = results.flatMap(({ job, passed }) => (passed ? [] : [job.name]));
  if (failed.length > 0) console.log(`\nFailed, with output above: ${failed.join(', ')}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

/** A job that counts nothing is one test; one that broke before or after its tests has failed all the same. */
function countsOf({ passed }: JobResult, file: string): Counts {
  const counts = readCounts(file);
  if (!passed) return { ...counts, failed: Math.max(1, counts.failed) };
  return counts.passed + counts.failed === 0 ? { passed: 1, failed: 0 } : counts;
}

function describe({ job, passed, seconds, cpuSeconds }: JobResult, counts: Counts): string {
  const times = [
    `${seconds.toFixed(0)} s`,
    ...(cpuSeconds === undefined ? [] : [`${cpuSeconds.toFixed(0)} s of processor time`]),
  ];
  const tests = counts.passed + counts.failed;
  const what = passed ? `passed   ${job.name}` : `FAILED   ${job.name}`;
  return `${what} (${tests === 1 ? '' : `${tests} tests, `}${times.join(', ')})`;
}

void main(process.argv.slice(2));
