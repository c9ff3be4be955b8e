import type { RecordedRun } from '../../../src/model/steps/replayedRun';
import type { Step } from '../../../src/model/steps/step';
import { median } from '../statistics';
import { HOSTILE_STEPS, hostileStep } from './hostileSteps';
import { longRun, megabytes, type Mark } from './longRun';
import { DEFAULTS } from './quality';
import { ReadOnce } from './readOnce';
import { createStepWatch } from './shippedWatch';

/** What the detectors cost, on one core, reading the steps not included. */
export interface Costs {
  /** Recorded steps a second, the middle of several rounds. */
  readonly stepsPerSecond: number;
  /** The slowest and the fastest round. */
  readonly slowest: number;
  readonly fastest: number;
  /** Recorded steps for each second of processor time, which other load on the machine takes nothing of. */
  readonly stepsPerProcessorSecond: number;
  /** The same for the least that reads each line once. */
  readonly readOncePerProcessorSecond: number;
  /** Steps with 10 MB of text a second, on average, and the slowest of them in milliseconds. */
  readonly hostilePerSecond: number;
  readonly slowestHostileMs: number;
  /** Megabytes that a watch holds after all of them. */
  readonly hostileMegabytes: number;
  readonly longRun: readonly Mark[];
}

const ROUNDS = 15;
/** Rounds before them, in which an engine compiles what is used most. */
const WARM_UP = 10;
const MARKS = [1_000, 100_000, 1_000_000];

/** Measures for about half a minute. */
export function costsOf(runs: readonly RecordedRun[]): Costs {
  const all = Array.from({ length: WARM_UP + ROUNDS }, () => ({
    detectors: oneRound(runs, () => createStepWatch(DEFAULTS)),
    readOnce: oneRound(runs, () => new ReadOnce()),
  }));
  const measured = all.slice(WARM_UP);
  const rounds = measured.map(({ detectors }) => detectors);
  const byClock = rounds.map(({ steps, seconds }) => steps / seconds);
  return {
    stepsPerSecond: median(byClock),
    slowest: Math.min(...byClock),
    fastest: Math.max(...byClock),
    stepsPerProcessorSecond: medianRate(rounds),
    readOncePerProcessorSecond: medianRate(measured.map(({ readOnce }) => readOnce)),
    ...hostileCosts(),
    longRun: longRun(MARKS),
  };
}

function medianRate(rounds: readonly Round[]): number {
  return median(rounds.map(({ steps, busy }) => steps / busy));
}

interface Round {
  readonly steps: number;
  /** By the clock. */
  readonly seconds: number;
  /** Seconds that processors worked on it, those of the garbage collector's threads included. */
  readonly busy: number;
}

/**
 * Each run is read before its clock starts, and only then: nobody holds the texts of hundreds of runs that are to come,
 * which the garbage collector would copy meanwhile.
 */
function oneRound(
  runs: readonly RecordedRun[],
  create: () => { observe(step: Step): unknown },
): Round {
  let [steps, seconds, busy] = [0, 0, 0];
  for (const run of runs) {
    // Texts of their own: an engine remembers what it found out about one that it has seen.
    const fresh = JSON.parse(JSON.stringify(run.steps)) as readonly Step[];
    const [start, busyBefore] = [performance.now(), process.cpuUsage()];
    const watch = create();
    for (const step of fresh) watch.observe(step);
    const { user, system } = process.cpuUsage(busyBefore);
    steps += fresh.length;
    seconds += (performance.now() - start) / 1_000;
    busy += (user + system) / 1e6;
  }
  return { steps, seconds, busy };
}

function hostileCosts(): Pick<Costs, 'hostilePerSecond' | 'slowestHostileMs' | 'hostileMegabytes'> {
  const before = megabytes();
  const watch = createStepWatch(DEFAULTS);
  const times = Array.from({ length: HOSTILE_STEPS }, (_, number) => {
    const step = hostileStep(number);
    const start = performance.now();
    watch.observe(step);
    return performance.now() - start;
  });
  const hostileMegabytes = megabytes() - before;
  watch.observe({ number: HOSTILE_STEPS, tool: '', args: '', result: '', thought: '' });
  const sum = times.reduce((all, ms) => all + ms, 0);
  return {
    hostilePerSecond: (1_000 * times.length) / sum,
    slowestHostileMs: Math.max(...times),
    hostileMegabytes,
  };
}
