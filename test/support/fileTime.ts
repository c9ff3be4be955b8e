import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * The most that the tests of one file of `test/unit` may take, in milliseconds: twice what the slowest file should
 * need, as the same machine is now and then half as fast.
 */
const LIMIT_MS = 6_000;

/**
 * Root hooks that fail a run with the name of each file whose tests take more than `LIMIT_MS`.
 *
 * Elapsed time would fail files at random on a loaded machine, so a file is charged with the processor time of its
 * process, and with the time in which that process slept though it could have worked: elapsed time, less processor
 * time, less what its threads waited for a processor. Linux alone tells the latter; elsewhere sleep is free.
 * Loading modules is not charged, as it falls to whichever file comes first.
 */
export const mochaHooks = {
  beforeAll(): void {
    start = measure();
  },
  beforeEach(this: Mocha.Context): void {
    const next = this.currentTest?.file;
    if (next === file) return;
    endFile();
    file = next;
  },
  afterAll(): void {
    endFile();
    if (slow.length > 0) throw new Error(slow.splice(0).join('\n'));
  },
};

interface Measured {
  readonly elapsed: number;
  readonly processor: number;
  /** What the threads that run now have waited for a processor; undefined where nobody knows. */
  readonly queued: number | undefined;
}

let file: string | undefined;
let start = measure();
const slow: string[] = [];

function endFile(): void {
  const end = measure();
  const charged = chargeOf(start, end);
  if (file !== undefined && charged > LIMIT_MS) {
    const [took, limit] = [charged, LIMIT_MS].map((ms) => (ms / 1_000).toFixed(1));
    slow.push(
      `${relative(process.cwd(), file)} takes ${took} s, more than the ${limit} s of a unit test file`,
    );
  }
  file = undefined;
  start = end;
}

function chargeOf(from: Measured, to: Measured): number {
  const processor = to.processor - from.processor;
  if (from.queued === undefined || to.queued === undefined) return processor;
  const slept = to.elapsed - from.elapsed - processor - Math.max(0, to.queued - from.queued);
  return processor + Math.max(0, slept);
}

function measure(): Measured {
  const { user, system } = process.cpuUsage();
  return { elapsed: performance.now(), processor: (user + system) / 1_000, queued: queuedMs() };
}

function queuedMs(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const threads = readdirSync('/proc/self/task').map((id) => `/proc/self/task/${id}/schedstat`);
    return threads.reduce(
      (sum, each) => sum + Number(readFileSync(each, 'utf8').split(' ')[1]) / 1e6,
      0,
    );
  } catch {
    // A kernel without these figures.
    return undefined;
  }
}
