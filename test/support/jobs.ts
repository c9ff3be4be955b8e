/** A command that runs beside others. */
export interface Job {
  readonly name: string;
  /** A command line for the system's shell. */
  readonly command: string;
  /** Seconds it takes on an idle machine, roughly: what takes long begins first. */
  readonly seconds: number;
  /** Processors it keeps busy: 1 when it computes all the time, less when it mostly waits. */
  readonly load: number;
  /** Names of jobs that must have passed before it begins; one that is not run is not waited for. */
  readonly after?: readonly string[];
  /** Variables besides those of this process; one that is undefined is not passed on. */
  readonly env?: NodeJS.ProcessEnv;
}

/** How a job ended. */
export interface JobResult {
  readonly job: Job;
  readonly passed: boolean;
  /** Everything it wrote. */
  readonly output: string;
  /** From its beginning to its end; 0 when it was not run. */
  readonly seconds: number;
  /** Processor time of its processes in seconds, where the system tells it. */
  readonly cpuSeconds?: number;
}

export interface JobRunner {
  /** Runs a job to its end; never rejects. */
  readonly run: (job: Job) => Promise<JobResult>;
  readonly started?: (job: Job) => void;
  readonly ended?: (result: JobResult) => void;
}

/**
 * Runs all jobs and resolves with their results in the order in which they ended. The loads of those that run together
 * do not exceed `processors`, except that a job may always run alone. Of those that may begin, the one with the longest
 * chain of jobs behind it does. A job whose predecessor failed is not run and counts as failed.
 */
export async function runJobs(
  jobs: readonly Job[],
  processors: number,
  runner: JobRunner,
): Promise<readonly JobResult[]> {
  const waiting = new Set([...jobs].sort((a, b) => chainSeconds(b, jobs) - chainSeconds(a, jobs)));
  const running = new Map<Job, Promise<void>>();
  const results: JobResult[] = [];
  const finish = (result: JobResult): void => {
    results.push(result);
    runner.ended?.(result);
  };
  const begin = async (job: Job): Promise<void> => {
    runner.started?.(job);
    const result = await runner.run(job);
    running.delete(job);
    finish(result);
  };
  while (waiting.size > 0 || running.size > 0) {
    for (const job of waiting) {
      const readiness = readinessOf(job, jobs, results);
      if (readiness === 'wait') continue;
      if (readiness === 'ready' && !fits(job, running.keys(), processors)) continue;
      waiting.delete(job);
      if (readiness === 'ready') running.set(job, begin(job));
      else
        finish({
          job,
          passed: false,
          output: `Not run: ${readiness.failed} failed.\n`,
          seconds: 0,
        });
    }
    if (running.size > 0) await Promise.race(running.values());
  }
  return results;
}

/** Seconds from the beginning of a job to the end of the last that waits for it. */
function chainSeconds(job: Job, jobs: readonly Job[]): number {
  const behind = jobs.filter(({ after }) => after?.includes(job.name));
  return job.seconds + Math.max(0, ...behind.map((each) => chainSeconds(each, jobs)));
}

type Readiness = 'wait' | 'ready' | { readonly failed: string };

function readinessOf(job: Job, jobs: readonly Job[], results: readonly JobResult[]): Readiness {
  const before = jobs.filter(({ name }) => job.after?.includes(name));
  const ends = before.map((each) => results.find((result) => result.job === each));
  const failed = ends.find((end) => end?.passed === false);
  if (failed !== undefined) return { failed: failed.job.name };
  return ends.includes(undefined) ? 'wait' : 'ready';
}

function fits(job: Job, running: Iterable<Job>, processors: number): boolean {
  const loads = [...running].map(({ load }) => load);
  // Sums of decimal fractions are a little off.
  return (
    loads.length === 0 || loads.reduce((sum, load) => sum + load, job.load) <= processors + 1e-9
  );
}
